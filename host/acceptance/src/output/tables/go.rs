//! The go command.

use super::super::fact::Kind::{Error, Failure, Group, Panic};
use super::Effect::{Log, Nothing, Pass, PassedGroup, Place, Run, Skip};
use super::{Row, fact, row, told};

pub(super) const ROWS: &[Row] = &[
    // `go test -json`
    row("{\"Time\":{*}\"Action\":\"run\",{*}", Run),
    row("{\"Time\":{*}\"Action\":\"pass\",{*}\"Test\":\"{name}\",{*}", Pass),
    row("{\"Time\":{*}\"Action\":\"skip\",{*}\"Test\":\"{name}\",{*}", Skip),
    row("{\"Time\":{*}\"Action\":\"pass\",{*}", PassedGroup),
    fact("{\"Time\":{*}\"Action\":\"fail\",{*}\"Test\":\"{name}\",{*}", Failure),
    fact("{\"Time\":{*}\"Action\":\"fail\",\"Package\":\"{name}\",{*}", Group),
    row("{\"Time\":{*}\"Action\":\"output\",{*}\"Output\":\" {file}:{line}: {text}\\n\"}", Log),
    row("{\"Time\":{*}\"Action\":\"output\",{*}\"Output\":\" {file}:{line}: {text}\"}", Log),
    row("{\"Time\":{*}", Nothing),
    row("=== RUN {name}", Run),
    row("=== {*}", Nothing),
    row("--- PASS: {name} ({*})", Pass),
    row("--- SKIP: {name} ({*})", Skip),
    told("--- FAIL: {name} ({*})"),
    row("ok {name} {*}[no tests to run]", Nothing),
    row("ok {name} {*}", PassedGroup),
    row("? {name} [no test files]", Nothing),
    fact("FAIL {name} [{text}]", Group),
    fact("FAIL {name} {n}.{*}s", Group),
    fact("FAIL {name} (cached)", Group),
    row("FAIL", Nothing),
    row("PASS", Nothing),
    row("# {*}", Nothing),
    row("go: downloading {*}", Nothing),
    row("go: finding {*}", Nothing),
    fact("go: {text}", Error),
    fact("panic: {text}", Panic),
    fact("fatal error: {text}", Panic),
    fact("WARNING: DATA RACE", Panic),
    row("{file}:{line} +{*}", Place),
    fact("vet: {file}:{line}:{n}: {text}", Error),
    fact("{file}:{line}:{n}: {text}", Error),
    row("{file}:{line}: {text}", Log),
    fact("pattern {text}", Error),
    fact("package {text}", Error),
];

/// Rows for what the go command alone printed.
pub(super) const ALONE: &[Row] = &[
    // What `go run` and a broken test binary end with, beside the failure itself.
    row("exit status {n}", Nothing),
];
