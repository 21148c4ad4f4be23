//! pytest and unittest.

use super::super::fact::Kind::{Error, Failure, Group, Panic, Warning};
use super::Effect::{Frame, Message, Nothing, Pass, Place, Summary, Traced};
use super::{Row, fact, row, told};

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
    // Where an assertion is of which the lines above tell.
    row("{file}:{line}: AssertionError", Place),
    fact("{file}:{line}: {error}", Error),
    fact("{file}:{line}: {error}: {text}", Error),
    row("={*}=", Summary),
    row("{n} failed{*}", Summary),
    row("{n} passed{*}", Summary),
    row("{n} error{*}", Summary),
    row("{n} skipped{*}", Summary),
    fact("{error} while loading conftest '{text}'.", Error),
    // The exception and the file are told elsewhere.
    row("{error} while importing test module {*}", Nothing),
];

/// Programs in Python, and unittest.
pub(super) const ROWS: &[Row] = &[
    row("Traceback (most recent call last):", Traced(Panic)),
    row("File \"{path}\", line {line}{*}", Frame),
    told("FAIL: {name} ({*})"),
    told("ERROR: {name} ({*})"),
    row("FAILED ({*})", Summary),
    row("OK ({*})", Summary),
    row("Ran {n} test{*}", Nothing),
];
