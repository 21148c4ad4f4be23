//! The optimizer that most people use, on the tools that they use: whatever it makes of their outputs, the model
//! gets every failure, at its place, with the exit code that there was.
//!
//! Every row runs three times: without optimizers, with outputs reduced, and with commands rewritten, too. What came
//! of it is printed, and written to `target/optimizers-table.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::support::Toolhost;
use crate::support::facts::Kind;
use crate::support::optimizers::{REDUCE, REWRITE, Tools, strict};

/// What must become of a reduction.
#[derive(Clone, Copy, PartialEq)]
enum Reduction {
    /// It is honest and smaller.
    Taken,
    /// It leaves out what it must not, or says what is not so.
    Refused,
    /// Either; what matters is that no fact is lost.
    Either,
}
use Reduction::{Either, Refused, Taken};

/// One command in one project.
struct Row {
    project: &'static str,
    command: &'static str,
    kind: Kind,
    exit_code: i64,
    /// Whether its output is longer than the least size of the specification, which then is left as it is.
    is_large: bool,
    reduction: Reduction,
    /// What the command is rewritten to, where it is.
    rewritten: Option<&'static str>,
}

/// A row whose command stays: the optimizer is not known to keep all that counts of it, or it would change more than
/// what stands in front.
const fn row(project: &'static str, command: &'static str, kind: Kind, exit_code: i64) -> Row {
    Row { project, command, kind, exit_code, is_large: false, reduction: Either, rewritten: None }
}

impl Row {
    const fn large(mut self) -> Self {
        self.is_large = true;
        self
    }

    const fn reduction(mut self, reduction: Reduction) -> Self {
        self.reduction = reduction;
        self
    }

    /// The rewritten command is the same behind the optimizer's name.
    const fn rewritten_whole(mut self) -> Self {
        self.rewritten = Some("rtk ");
        self
    }

    fn rewritten(&self) -> Option<String> {
        self.rewritten.map(|prefix| format!("{prefix}{}", self.command))
    }
}

/// Runs rows of one project, each with a user of its own, and reports them.
fn check(needs: &str, rows: &[Row]) {
    let Some(tools) = Tools::find_with(needs) else { return };
    let report = rows.iter().flat_map(|row| run(&tools, row)).collect();
    publish(rows[0].project, report);
}

/// One row in all three ways; returns its lines of the table.
fn run(tools: &Tools, row: &Row) -> Vec<String> {
    let (off, raw) = result(tools, row, &[]);
    let facts = row.kind.facts(&raw);
    assert_eq!(raw, output(&off), "{}", row.command);
    assert_eq!(off["exit_code"], row.exit_code, "{}: {off}", row.command);
    assert!(off["command"].is_null() && off["reduced_by"].is_null(), "{off}");
    assert_eq!(row.is_large, raw.len() >= 20_000, "{}: {} bytes", row.command, raw.len());
    assert_eq!(facts.is_empty(), row.exit_code == 0 && !row.kind.is_list(), "{}: {facts:?}", row.command);
    let mut lines = vec![line(row, "off", &off, &raw, "")];

    // The original of this very run, which may have taken another time than the first.
    let (reduced, original) = result(tools, row, &[REDUCE]);
    assert_eq!(reduced["exit_code"], row.exit_code, "{}: {reduced}", row.command);
    assert!(reduced["command"].is_null(), "{reduced}");
    let lost = row.kind.lost(&row.kind.facts(&original), output(&reduced));
    assert_eq!(lost, [], "{}: {}", row.command, output(&reduced));
    let why = why(tools, row, &original);
    let is_taken = reduced["reduced_by"] == "rtk";
    assert_eq!(is_taken, output(&reduced) != original, "{}: {reduced}", row.command);
    let as_expected = row.reduction == Either || is_taken == (row.reduction == Taken);
    assert!(as_expected, "{}: {why}: {}", row.command, output(&reduced));
    lines.push(line(row, "reduced", &reduced, &original, &why));

    let rewritten = result(tools, row, &[REWRITE, REDUCE]).0;
    assert_eq!(rewritten["exit_code"], row.exit_code, "{}: {rewritten}", row.command);
    assert_eq!(rewritten["command"].as_str(), row.rewritten().as_deref(), "{}: {rewritten}", row.command);
    let lost = row.kind.lost(&facts, output(&rewritten));
    assert_eq!(lost, [], "{}: {}", row.command, output(&rewritten));
    lines.push(line(row, "rewritten", &rewritten, &raw, ""));
    lines
}

/// The result of a row's command with these stages on, and what the command itself printed.
fn result(tools: &Tools, row: &Row, stages: &[&str]) -> (Value, String) {
    let toolhost = user(tools, row, stages);
    tools.project(&toolhost, row.project);
    let result = toolhost.exec(row.command);
    let original = match result["spool_path"].as_str() {
        Some(spool) => fs::read_to_string(spool).unwrap(),
        None => output(&result).to_owned(),
    };
    (result, original)
}

/// A user with the example of the specification, but for these stages.
fn user(tools: &Tools, row: &Row, stages: &[&str]) -> Toolhost {
    let toolhost = tools.user();
    let mut block = strict(stages, &[tools.real()]);
    if row.is_large && stages.contains(&REDUCE) {
        block[REDUCE].as_object_mut().unwrap().remove("min_input_bytes");
    }
    toolhost.configure(&json!({"tool_optimizers": block}).to_string());
    toolhost
}

fn output(result: &Value) -> &str {
    result["output"].as_str().unwrap_or_else(|| panic!("no output: {result}"))
}

/// What the optimizer and the host say of this output, on one line. It is a user of its own who asks: for the one
/// who ran the command the answer is remembered.
fn why(tools: &Tools, row: &Row, original: &str) -> String {
    let report = user(tools, row, &[REDUCE]).optimize("reduce", row.command, original).stderr;
    // Without how long it took, which is another time each time, and without the sizes, which stand beside it.
    let line = report.lines().find(|line| line.starts_with("rtk")).or(report.lines().next());
    let line = line.unwrap_or_else(|| panic!("{}: no report", row.command));
    line.rsplit("ms: ").next().and_then(|line| line.split(';').next()).unwrap_or_default().to_owned()
}

fn line(row: &Row, way: &str, result: &Value, raw: &str, why: &str) -> String {
    let got = output(result);
    format!(
        "{:<9} {:<38} {way:<9} {:>4} {:>6} {:>6} {:>6} {:>6}  {why}",
        row.project,
        row.command,
        result["exit_code"],
        raw.len(),
        got.len(),
        raw.len().div_ceil(4),
        got.len().div_ceil(4),
    )
}

/// Prints the lines of a project, and writes the table of all projects that were reported until now.
#[allow(clippy::print_stdout, reason = "the table is what a person wants to see of these tests")]
fn publish(project: &'static str, lines: Vec<String>) {
    static TABLE: Mutex<BTreeMap<&str, Vec<String>>> = Mutex::new(BTreeMap::new());
    let head = format!(
        "{:<9} {:<38} {:<9} {:>4} {:>6} {:>6} {:>6} {:>6}  why",
        "project", "command", "way", "exit", "bytes", "after", "tokens", "after"
    );
    println!("{head}\n{}", lines.join("\n"));
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    table.insert(project, lines);
    let lines: Vec<String> = std::iter::once(head).chain(table.values().flatten().cloned()).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/optimizers-table.txt");
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

#[test]
fn cargo() {
    check(
        "cargo",
        &[
            row("cargo", "cargo test", Kind::Cargo, 0).large().reduction(Taken),
            row("cargo", "cargo test --features broken", Kind::Cargo, 101).large(),
            row("cargo", "cargo test --features uncompiled", Kind::Cargo, 101),
            row("cargo", "cargo build --features uncompiled", Kind::Cargo, 101),
        ],
    );
}

#[test]
fn pytest() {
    check(
        "pytest",
        &[
            row("pytest", "pytest -v test_sums.py", Kind::Pytest, 0).large().reduction(Taken),
            row("pytest", "pytest -v test_sums.py test_broken.py", Kind::Pytest, 1).large(),
            row("pytest", "pytest test_broken.py", Kind::Pytest, 1),
            // It says that there are no tests.
            row("pytest", "pytest -v unimportable", Kind::Pytest, 4).reduction(Refused),
        ],
    );
}

#[test]
fn go() {
    check(
        "go",
        &[
            // It says that there are no tests, in all of them.
            row("go", "go test -v ./sums", Kind::Go, 0).large().reduction(Refused),
            row("go", "go test -v ./sums ./broken", Kind::Go, 1).large().reduction(Refused),
            row("go", "go test ./...", Kind::Go, 2).reduction(Refused),
            row("go", "go build ./...", Kind::Go, 2),
        ],
    );
}

#[test]
fn git() {
    check(
        "git",
        &[
            row("git", "git status", Kind::GitStatus, 0).reduction(Taken),
            // It leaves out a third of the changed lines.
            row("git", "git diff", Kind::GitDiff, 0).reduction(Refused),
            // It keeps one commit, and four.
            row("git", "git log", Kind::GitLog, 0).large().reduction(Refused),
            row("git", "git log --oneline", Kind::GitLog, 0).reduction(Refused),
        ],
    );
}

#[test]
fn grep() {
    check(
        "grep",
        &[
            // It keeps ten matches of each file, and says so.
            row("grep", "grep -rn rent .", Kind::Grep, 0).large(),
            row("grep", "grep -n 'rent.*:1[0-9]$' ledger-01.txt ledger-02.txt", Kind::Grep, 0),
        ],
    );
}

#[test]
fn ruff() {
    check(
        "ruff",
        &[
            row("ruff", "ruff check good.py", Kind::Checker, 0),
            // It takes the text for JSON and keeps its first 2,000 bytes.
            row("ruff", "ruff check .", Kind::Checker, 1).reduction(Refused),
            row("ruff", "ruff check --output-format concise .", Kind::Checker, 1),
        ],
    );
}

#[test]
fn mypy() {
    check("mypy", &[row("mypy", "mypy good.py", Kind::Checker, 0), row("mypy", "mypy .", Kind::Checker, 1)]);
}

#[test]
fn tsc() {
    check(
        "tsc",
        &[
            row("tsc", "tsc -p good", Kind::Checker, 0).rewritten_whole(),
            row("tsc", "tsc -p bad", Kind::Checker, 2).rewritten_whole(),
        ],
    );
}

#[test]
fn vitest() {
    check(
        "vitest",
        &[
            row("vitest", "vitest run --reporter=verbose sums", Kind::Vitest, 0).large(),
            row("vitest", "vitest run --reporter=verbose", Kind::Vitest, 1).large(),
            // It drops what was expected, and where.
            row("vitest", "vitest run", Kind::Vitest, 1).reduction(Refused),
            row("vitest", "npx vitest run", Kind::Vitest, 1).reduction(Refused),
        ],
    );
}

#[test]
fn prettier() {
    check(
        "prettier",
        &[
            row("prettier", "prettier --check good.js", Kind::Prettier, 0),
            // It says that all is well, in both.
            row("prettier", "prettier --check good.js bad.js", Kind::Prettier, 1).reduction(Refused),
            row("prettier", "prettier --check .", Kind::Prettier, 2).reduction(Refused),
        ],
    );
}
