//! What any program may say when something went wrong.

use super::super::fact::Kind::{Error, Exit, Failure, Group, Panic, Warning};
use super::Effect::{Announced, Frame, Nothing, Summary, Traced};
use super::{Row, fact, row};

/// The form of compilers of C, which many follow: before all others, since some of those say less.
pub(super) const COMPILERS: &[Row] = &[
    fact("{file}:{line}:{n}: fatal error: {text}", Error),
    fact("{file}:{line}:{n}: error: {text}", Error),
    fact("{file}:{line}: error: {text}", Error),
    fact("{file}:{line}:{n}: warning: {text}", Warning),
    fact("{file}:{line}: warning: {text}", Warning),
    row("{file}:{line}:{n}: note: {*}", Nothing),
];

/// For outputs of which any line may say that something failed.
pub(super) const ROWS: &[Row] = &[
    fact("{*}undefined reference to {text}", Error),
    fact("collect2: {text}", Error),
    fact("ld: {text}", Error),
    fact("CMake Error at {file}:{line}{*}", Error),
    fact("{file}({line},{n}): error {code}: {text}", Error),
    fact("e: {text}", Error),
    // Build systems
    fact("make: *** {text}", Exit),
    fact("make[{n}]: *** {text}", Exit),
    fact("ninja: {text}", Exit),
    fact("FAILED: {text}", Failure),
    fact("BUILD FAILED{*}", Error),
    fact("BUILD FAILURE{*}", Error),
    fact("[ERROR] {text}", Error),
    fact("npm error {text}", Error),
    fact("npm ERR! {text}", Error),
    fact("ELIFECYCLE {text}", Error),
    // Test runners
    fact("not ok {n} - {title}", Failure),
    fact("not ok {n} {title}", Failure),
    fact("rspec {file}:{line}{*}", Failure),
    fact("FAIL: {title}", Failure),
    fact("FAILED {title}", Failure),
    fact("{title} FAILED", Failure),
    fact("FAIL {name}{*}", Group),
    row("Tests run: {*}", Summary),
    row("{n} example{*}", Summary),
    row("FAILURES!{*}", Summary),
    row("Tests: {*}", Summary),
    // Programs that break down
    row("thread {*} panicked at {file}:{line}:{n}:", Announced(Panic)),
    fact("thread {*} panicked at '{text}', {file}:{line}:{n}", Panic),
    row("Traceback (most recent call last):", Traced(Panic)),
    row("File \"{path}\", line {line}{*}", Frame),
    fact("panic: {text}", Panic),
    fact("Exception in thread {text}", Panic),
    fact("Unhandled exception{*}", Panic),
    fact("Uncaught {text}", Panic),
    fact("Segmentation fault{*}", Panic),
    fact("{*}Segmentation fault{*}", Panic),
    fact("{*}(core dumped){*}", Panic),
    fact("Aborted{*}", Panic),
    fact("Killed{*}", Panic),
    fact("Terminated{*}", Panic),
    fact("{*}out of memory{*}", Panic),
    // What programs and shells say
    fact("error[{name}]: {text}", Error),
    fact("error: {text}", Error),
    fact("error {code}: {text}", Error),
    fact("Error: {text}", Error),
    fact("ERROR: {text}", Error),
    fact("ERROR {text}", Error),
    fact("{name}: error: {text}", Error),
    fact("fatal: {text}", Error),
    fact("fatal error: {text}", Error),
    fact("FATAL: {text}", Error),
    fact("{error}: {text}", Error),
    fact("warning: {text}", Warning),
    fact("{*}: command not found", Error),
    fact("{*}: not found", Error),
    fact("{*}: No such file or directory", Error),
    fact("{*}: Permission denied", Error),
    fact("{*}: cannot {text}", Error),
    fact("{*}: can't {text}", Error),
    fact("{*}timed out after {text}", Error),
    fact("Oops! {text}", Error),
    row("Exit code: 0", Nothing),
    fact("Exit code: {n}", Exit),
    fact("exit code: {n}", Exit),
    fact("exit status {n}", Exit),
    fact("exit status: {n}", Exit),
    fact("Command failed {*}", Exit),
    fact("{*}exited with {text}", Exit),
    fact("Process exited {text}", Exit),
];

/// For outputs that are content: only what the tool itself says.
pub(super) const OF_THE_TOOL: &[Row] = &[
    fact("fatal: {text}", Error),
    fact("error: {text}", Error),
    fact("grep: {text}", Error),
    fact("rg: {text}", Error),
    fact("find: {text}", Error),
    fact("fd: {text}", Error),
    fact("ls: {text}", Error),
    fact("cat: {text}", Error),
    fact("bash: {text}", Error),
    fact("sh: {text}", Error),
    fact("zsh: {text}", Error),
];
