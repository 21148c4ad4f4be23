//! Type checkers, linters and formatters.

use super::super::fact::Kind::{Error, Failure, Warning};
use super::Effect::{Header, Nothing, Place, Summary};
use super::{Row, fact, row};

pub(super) const TSC: &[Row] = &[
    fact("{file}({line},{n}): error {code}: {text}", Error),
    fact("{file}:{line}:{n} - error {code}: {text}", Error),
    fact("error {code}: {text}", Error),
    row("Found {n} error{*}", Summary),
];

pub(super) const MYPY: &[Row] = &[
    fact("{file}:{line}:{n}: error: {text} [{*}]", Error),
    fact("{file}:{line}: error: {text} [{*}]", Error),
    fact("{file}:{line}:{n} - error: {text} ({*})", Error),
    fact("{name}: error: {text}", Error),
    row("{file}:{line}: note: {*}", Nothing),
    fact("mypy: {text}", Error),
    row("Found {n} error{*}", Summary),
];

pub(super) const FORMATTED: &[Row] = &[
    row("[warn] Code style issues {*}", Summary),
    row("[warn] Run Prettier {*}", Nothing),
    fact("[warn] {path}", Failure),
    fact("[error] {path}: {text}", Error),
    fact("would reformat {path}", Failure),
    fact("Would reformat: {path}", Failure),
    fact("error: cannot format {path}: {text}", Error),
    fact("error: Failed to format {path}: {text}", Error),
    fact("error: Failed to parse {path}:{line}:{n}: {text}", Error),
    fact("unformatted: {text}", Error),
    fact("invalid-syntax: {text}", Error),
    row("--> {file}:{line}:{n}", Place),
    fact("ERROR: {path} Imports are incorrectly sorted{*}", Failure),
    fact("ERROR: {path} {text}", Error),
    row("{n} file would be reformatted{*}", Summary),
    row("{n} files would be reformatted{*}", Summary),
];

pub(super) const ESLINT: &[Row] = &[
    row("/{path}", Header),
    // The name of the rule comes last.
    fact("{line}:{n} error {text} {name}", Error),
    fact("{line}:{n} warning {text} {name}", Warning),
    fact("{line}:{n} error {text}", Error),
    fact("{line}:{n} warning {text}", Warning),
    fact("{file}:{line}:{n}: {text}", Error),
    row("✖ {*}", Summary),
    row("{n} error{*} potentially fixable {*}", Nothing),
    fact("No files matching {text}", Error),
    fact("{*}too many warnings{*}", Error),
];

pub(super) const RUFF: &[Row] = &[
    fact("{file}:{line}:{n}: {code} {text}", Error),
    fact("{file}:{line}:{n}: {text}", Error),
    fact("{code} [*] {text}", Error),
    fact("{code} {text}", Error),
    fact("invalid-syntax: {text}", Error),
    row("--> {file}:{line}:{n}", Place),
    row("Found {n} error{*}", Summary),
    row("warning: {*}", Nothing),
];
