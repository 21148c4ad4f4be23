//! vitest, jest and their like.

use super::super::fact::Kind::{Error, Failure, Group};
use super::Effect::{Nothing, Pass, PassedGroup, Place, Summary};
use super::{Row, fact, row};

pub(super) const ROWS: &[Row] = &[
    fact("FAIL {file} > {title}", Failure),
    fact("FAIL |{*}| {file} > {title}", Failure),
    fact("FAIL {file} [ {*} ]", Group),
    fact("FAIL {file}", Group),
    fact("FAIL {file} ({*})", Group),
    row("PASS {*}", PassedGroup),
    fact("● {title}", Failure),
    fact("× {title} {n}ms", Failure),
    fact("× {title}", Failure),
    fact("✕ {title} ({n} ms)", Failure),
    fact("✕ {title}", Failure),
    fact("✗ {title}", Failure),
    row("✓ {file} ({*}{*}", PassedGroup),
    row("✓ {*}", Pass),
    row("√ {*}", Pass),
    row("❯ {file}:{line}:{n}", Place),
    row("❯ {*} {file}:{line}:{n}", Place),
    row("❯ {*}", Nothing),
    row("at {*} ({file}:{line}:{n})", Place),
    row("at {file}:{line}:{n}", Place),
    fact("[cause]: {text}", Error),
    // A value belongs to its label, so the line is the message.
    fact("Expected: {*}", Error),
    fact("Received: {*}", Error),
    row("Test Files {*}", Nothing),
    row("Test Suites: {*}", Nothing),
    row("Tests {*}", Summary),
    row("Tests: {*}", Summary),
    row("{n} passing{*}", Summary),
    row("{n} failing{*}", Summary),
    fact("No test files found, {text}", Error),
    fact("No tests found, {text}", Error),
];
