//! What git shows.

use super::super::fact::Kind::Result;
use super::Effect::{Change, Commit, Nothing, Path, Summary, Tabbed};
use super::{Row, fact, row};

pub(super) const STATUS: &[Row] = &[
    fact("On branch {name}", Result),
    fact("HEAD detached at {name}", Result),
    row("modified: {path}", Path),
    row("new file: {path}", Path),
    row("deleted: {path}", Path),
    row("renamed: {*} -> {path}", Path),
    row("copied: {*} -> {path}", Path),
    row("typechange: {path}", Path),
    row("both modified: {path}", Path),
    row("both added: {path}", Path),
    row("both deleted: {path}", Path),
    row("added by us: {path}", Path),
    row("added by them: {path}", Path),
    row("deleted by us: {path}", Path),
    row("deleted by them: {path}", Path),
    row("R {*} -> {path}", Path),
    row("?? {path}", Path),
    row("M {path}", Path),
    row("A {path}", Path),
    row("D {path}", Path),
    row("MM {path}", Path),
    row("AM {path}", Path),
    row("UU {path}", Path),
    row("AA {path}", Path),
    row("## {*}", Nothing),
    row("{path}", Tabbed),
];

pub(super) const LOG: &[Row] = &[
    row("commit {hash}{*}", Commit),
    row("Author: {*}", Nothing),
    row("AuthorDate: {*}", Nothing),
    row("Commit: {*}", Nothing),
    row("CommitDate: {*}", Nothing),
    row("Date: {*}", Nothing),
    row("Merge: {*}", Nothing),
    fact("{hash} ({*}) {text}", Result),
    fact("{hash} {text}", Result),
    // Of `--stat`
    row("{path} | {n} {*}", Path),
    row("{path} | Bin {*}", Path),
];

pub(super) const DIFF: &[Row] = &[
    row("diff --git {*} b/{path}", Path),
    row("diff --git {path}", Path),
    row("rename from {path}", Path),
    row("copy from {path}", Path),
    row("diff --cc {path}", Path),
    row("diff --combined {path}", Path),
    row("commit {hash}{*}", Commit),
    row("+++ {*}", Nothing),
    row("--- {*}", Nothing),
    row("index {*}", Nothing),
    row("@@{*}", Nothing),
    row("{path} | {n} {*}", Path),
    row("{path} | Bin {*}", Path),
    row("{n} file{*} changed{*}", Summary),
    row("+{text}", Change),
    row("-{text}", Change),
];
