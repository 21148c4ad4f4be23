//! cargo, rustc and the test harness.

use super::super::fact::Kind::{Error, Failure, Panic, Warning};
use super::Effect::{Announced, Begin, Nothing, Pass, Place, Summary};
use super::{Row, fact, row, told};

pub(super) const ROWS: &[Row] = &[
    row("running {n} test", Begin),
    row("running {n} tests", Begin),
    row("test {title} ... ok{*}", Pass),
    fact("test {name} - should panic ... FAILED", Failure),
    fact("test {title} ... FAILED{*}", Failure),
    row("test {title} ... ignored{*}", Nothing),
    row("test result: {*}", Summary),
    told("---- {title} stdout ----"),
    told("---- {title} stderr ----"),
    // A value belongs to its label, so the line is the message.
    fact("left: {*}", Error),
    fact("right: {*}", Error),
    row("thread {*} panicked at {file}:{line}:{n}:", Announced(Panic)),
    fact("thread {*} panicked at '{text}', {file}:{line}:{n}", Panic),
    // nextest
    fact("FAIL [{*}] {title}", Failure),
    row("PASS [{*}] {title}", Pass),
    row("Summary [{*}] {*}", Summary),
    // Repeats of what was said, with numbers
    row("error: could not compile {*}", Summary),
    row("error: aborting due to {*}", Summary),
    row("error: test failed, to rerun pass {*}", Nothing),
    row("error: doctest failed, to rerun pass {*}", Nothing),
    row("error: {n} target failed:", Nothing),
    row("error: {n} targets failed:", Nothing),
    row("warning: {*} generated {n} warning{*}", Summary),
    row("warning: {n} warning{*} emitted", Summary),
    row("warning: build failed, waiting for other jobs to finish...", Nothing),
    fact("error[{name}]: {text}", Error),
    fact("error: {text}", Error),
    fact("warning: {text}", Warning),
    row("--> {file}:{line}:{n}", Place),
];
