//! Rust, Go, and build systems of other languages.

use super::{Program, program};
use crate::hint::Hint;
use crate::output::Family;

const CARGO: &[&str] = &["--manifest-path", "--config", "-Z", "-C", "--color", "-p", "--package", "--target"];

const CARGO_FORMAT: &[&str] =
    &["--message-format", "--format", "--list", "--no-run", "--help", "-h", "--build-plan"];

const GO: &[&str] =
    &["-C", "-run", "-bench", "-tags", "-timeout", "-count", "-o", "-p", "-coverprofile", "-mod"];

pub(super) const PROGRAMS: &[Program] = &[
    // Rust
    program(&["cargo"], Family::Cargo)
        .on(&["test", "t"])
        .values(CARGO)
        .format(CARGO_FORMAT)
        .hint(Hint::CargoTest),
    program(&["cargo"], Family::Clippy)
        .on(&["clippy"])
        .values(CARGO)
        .format(CARGO_FORMAT)
        .changes(&["--fix"])
        .hint(Hint::Cargo),
    program(&["cargo"], Family::Cargo)
        .on(&["build", "b", "check", "c", "doc", "d", "rustc"])
        .values(CARGO)
        .format(CARGO_FORMAT)
        .changes(&["--fix", "--open"])
        .hint(Hint::Cargo),
    program(&["cargo"], Family::Cargo)
        .on(&["nextest run", "bench", "miri test"])
        .values(CARGO)
        .format(CARGO_FORMAT),
    program(&["rustc"], Family::Cargo).format(&["--error-format", "--print"]),
    // Go
    program(&["go"], Family::Go)
        .on(&["test"])
        .values(GO)
        .format(&["-json", "--json", "-list", "-c", "-n", "-x", "-bench", "-h"])
        .changes(&["-exec", "-toolexec"])
        .hint(Hint::GoTest),
    program(&["go"], Family::Go)
        .on(&["build", "vet"])
        .values(GO)
        .format(&["-json", "--json", "-n", "-x"])
        .changes(&["-toolexec", "-vettool", "-fix"])
        .hint(Hint::GoBuild),
    program(&["staticcheck", "golangci-lint", "gotestsum", "revive"], Family::Go)
        .format(&["-f", "--format", "--out-format"])
        .changes(&["--fix"]),
    // Build systems
    program(&["mvn", "mvnw", "gradle", "gradlew"], Family::Build)
        .on(&["test", "build", "check", "verify", "compile"]),
    program(&["dotnet"], Family::Build).on(&["build", "test"]),
    program(&["npm", "pnpm", "yarn", "bun"], Family::Build).on(&[
        "test",
        "t",
        "run test",
        "run build",
        "run lint",
    ]),
    program(&["make", "gmake", "ninja", "cmake", "just"], Family::Build).acts(),
    program(&["node"], Family::Build).with(&["--test"]).acts(),
    program(&["rspec", "phpunit", "ctest"], Family::Build).format(&["--format", "-f", "--json"]),
];
