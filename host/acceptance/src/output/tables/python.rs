//! pytest and unittest.

use super::super::fact::Kind::{Error, Failure, Group, Panic, Warning};
use super::Effect::{Frame, Message, Nothing, Pass, Summary, Traced};
use super::{Row, fact, row};

pub(super) const PYTEST: &[Row] = &[
    fact("FAILED {path}::{title} - {text}", Failure),
    fact("FAILED {path}::{title}", Failure),
    fact("ERROR {path}::{title} - {text}", Failure),
    fact("ERROR {path}::{title}", Failure),
    fact("ERROR {file} - {text}", Group),
    fact("ERROR {file}", Group),
    fact("ERROR: {text}", Error),
    fact("FAIL Required test coverage {text}", Error),
    row("{path}::{title} PASSED{*}", Pass),
    row("{path}::{title} XFAIL{*}", Nothing),
    row("{path}::{title} SKIPPED{*}", Nothing),
    fact("{path}::{title} FAILED{*}", Failure),
    fact("{path}::{title} ERROR{*}", Failure),
    row("E {text}", Message),
    row("E", Message),
    row("INTERNALERROR> {text}", Message),
    fact("{file}:{line}: {name}Warning: {text}", Warning),
    fact("{file}:{line}: {error}", Error),
    fact("{file}:{line}: {error}: {text}", Error),
    row("={*}=", Summary),
    row("{n} failed{*}", Summary),
    row("{n} passed{*}", Summary),
    row("{n} error{*}", Summary),
    row("{n} skipped{*}", Summary),
    fact("{error} while loading conftest '{text}'.", Error),
    fact("{error} while importing test module '{text}'.", Error),
];

/// Programs in Python, and unittest.
pub(super) const ROWS: &[Row] = &[
    row("Traceback (most recent call last):", Traced(Panic)),
    row("File \"{path}\", line {line}{*}", Frame),
    fact("FAIL: {name} ({*})", Failure),
    fact("ERROR: {name} ({*})", Failure),
    row("FAILED ({*})", Summary),
    row("Ran {n} test{*}", Nothing),
];
