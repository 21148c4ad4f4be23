//! Matches, paths, and texts as they are.

use super::super::fact::Kind::Result;
use super::Effect::{Listed, Nothing};
use super::{Row, fact, row};

pub(super) const GREP: &[Row] = &[
    row("--", Nothing),
    fact("Binary file {path} matches", Result),
    fact("grep: {path}: binary file matches", Result),
    fact("{file}:{line}:{text}", Result),
    // A line of context
    fact("{file}-{line}-{text}", Result),
    row("{file}-{line}-", Nothing),
    fact("{file}:{text}", Result),
    fact("{line}:{text}", Result),
    fact("{text}", Result),
];

pub(super) const FIND: &[Row] = &[row("total {n}", Nothing), row("{path}", Listed)];

pub(super) const TEXT: &[Row] = &[fact("{text}", Result)];
