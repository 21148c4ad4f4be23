//! Large outputs of many shapes, each with a reduction.

use toolhost_acceptance::{Families, Family};

/// As many bytes as an output may have that is reduced.
pub(crate) const BYTES: usize = 500_000;

/// An output, and a reduction of it.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) families: Families,
    pub(crate) input: String,
    pub(crate) reduction: String,
}

fn shape(name: &'static str, family: Family, input: String, reduction: String) -> Shape {
    Shape { name, families: Families::one(family), input, reduction }
}

/// Every shape.
pub(crate) fn shapes() -> Vec<Shape> {
    let mut shapes = tests();
    shapes.extend(findings());
    shapes.extend(shown());
    shapes.extend(of_unknown_programs());
    shapes.extend(awkward());
    shapes
}

fn passed(index: usize) -> String {
    format!("test module_{}::keeps_balance_{index} ... ok\n", index % 40)
}

fn failed(index: usize) -> String {
    format!(
        "thread 'module::fails_{index}' (7) panicked at src/part_{}.rs:{}:5:\nassertion failed: value {index} is small\n",
        index % 40,
        index + 1
    )
}

/// What runs tests.
fn tests() -> Vec<Shape> {
    let mixed = filled(|index| if index.is_multiple_of(10) { failed(index) } else { passed(index) });
    let without_passes = kept(&mixed, |line| !line.ends_with("ok"));
    let all_failed = filled(failed);
    let shortened = all_failed.replace("thread ", "");
    let named = filled(|index| {
        format!("FAILED tests/test_{}.py::test_case_{index} - assert {index} == 2\n", index % 70)
    });
    let titled = filled(|index| format!("test module_{}::fails_{index} ... FAILED\n", index % 40));
    let events = filled(|index| {
        let action = ["run", "output", "pass"][index % 3];
        let text = if action == "output" { ",\"Output\":\"    a_test.go:3: it is so\\n\"" } else { "" };
        format!(
            "{{\"Time\":\"2026-11-30T07:00:00Z\",\"Action\":\"{action}\",\"Package\":\"example.org/a\",\"Test\":\"TestA{}\"{text},\"Elapsed\":0}}\n",
            index / 3
        )
    });
    let events =
        events + "{\"Time\":\"2026-11-30T07:00:00Z\",\"Action\":\"pass\",\"Package\":\"example.org/a\"}\n";
    let all_passed = filled(passed);
    let sum = format!("{} passed; 0 failed\n", all_passed.lines().count());
    vec![
        shape("cargo test, mixed", Family::Cargo, mixed, without_passes),
        shape(
            "cargo test, all passed",
            Family::Cargo,
            format!("{all_passed}test result: ok. {sum}"),
            format!("cargo test: ok, {sum}"),
        ),
        shape("cargo test, all failed", Family::Cargo, all_failed.clone(), shortened.clone()),
        shape("the same, of unknown origin", Family::Build, all_failed, shortened),
        shape(
            "cargo test, names that failed",
            Family::Cargo,
            titled.clone(),
            titled.replace("test module", "module"),
        ),
        shape(
            "pytest, names that failed",
            Family::Pytest,
            named.clone(),
            named.replace("FAILED tests/", "failed: "),
        ),
        shape("go test -json", Family::Go, events, "go test: all passed\n".to_owned()),
    ]
}

/// What compiles and checks.
fn findings() -> Vec<Shape> {
    let mypy = filled(|index| {
        format!(
            "src/part_{}.py:{}: error: Argument {index} to \"take\" has incompatible type \"str\"; expected \"int\"  [arg-type]\n",
            index / 30,
            index % 30 + 1
        )
    });
    let tsc = filled(|index| {
        format!(
            "src/part_{}.ts({},7): error TS2322: Type 'string' is not assignable to type 'Number{index}'.\n",
            index / 30,
            index % 30 + 1
        )
    });
    let warned = filled(|index| {
        format!(
            "src/part_{}.c:{}:9: warning: unused variable 'value_{index}' [-Wunused-variable]\n",
            index / 30,
            index % 30 + 1
        )
    });
    vec![
        shape("mypy", Family::Mypy, mypy.clone(), mypy.replace("error: ", "")),
        shape("tsc", Family::Tsc, tsc.clone(), tsc.replace("src/part_", "part_")),
        shape("make, all warnings", Family::Build, warned.clone(), warned.replace("src/part_", "part_")),
    ]
}

/// What shows files, changes, commits and matches.
fn shown() -> Vec<Shape> {
    let changed = |index: usize| match index % 40 {
        0 => format!(
            "diff --git a/src/part_{index}.rs b/src/part_{index}.rs\nindex 3b18e51..a04f2c1 100644\n--- a/src/part_{index}.rs\n+++ b/src/part_{index}.rs\n@@ -1,30 +1,30 @@\n"
        ),
        1..5 => format!("-    let limit_{index} = self.limits.of(part);\n"),
        5..10 => format!("+    let limit_{index} = self.limits.of(part).unwrap_or({index});\n"),
        _ => format!("     // as it was in line {index}, and will be\n"),
    };
    let diff = filled(changed);
    let without_context = kept(&diff, |line| line.starts_with(['+', '-', 'd']));
    let found = filled(|index| {
        format!("src/part_{}.rs:{}:    return Err(Fault::Number{index});\n", index / 50, index % 50 + 1)
    });
    let listed = filled(|index| {
        format!("-rw-r--r-- 1 user group {:>6} Nov 30 07:{:02} part_{index}.rs\n", index * 7, index % 60)
    });
    let paths = filled(|index| format!("./src/part_{}/module_{index}.rs\n", index / 40));
    let commits = filled(|index| format!("{:07x} Change {index} of the parser\n", index * 16 + 0x0a00_0001));
    let text = filled(|index| format!("    let value_{index} = read(&path, {index})?;\n"));
    vec![
        shape("git diff", Family::GitDiff, diff.clone(), without_context),
        shape(
            "git diff, nearly all of it",
            Family::GitDiff,
            diff.clone(),
            diff.replace("index 3b18e51..a04f2c1 100644\n", ""),
        ),
        shape(
            "git log --oneline",
            Family::GitLog,
            commits.clone(),
            commits.replace(" of the parser", " of the"),
        ),
        shape("grep -rn", Family::Grep, found.clone(), grouped(&found)),
        shape("ls -l", Family::Find, listed.clone(), listed.replace("-rw-r--r-- 1 user group ", "")),
        shape("find", Family::Find, paths.clone(), paths.replace("./src/", "")),
        shape("cat", Family::Text, text.clone(), text.replace("    let ", "let ")),
    ]
}

fn logged(index: usize) -> String {
    format!(
        "2026-11-30T07:{:02}:{:02}Z INFO worker {} served request {index} in 12 ms\n",
        index / 60 % 60,
        index % 60,
        index % 8
    )
}

/// What programs print of which nothing is known.
fn of_unknown_programs() -> Vec<Shape> {
    let log = filled(logged);
    let beginning = log.lines().take(200).collect::<Vec<_>>().join("\n");
    let most = kept(&log, |line| !line.contains("worker 7"));
    let json = filled(|index| {
        format!(
            "{{\"level\":\"info\",\"at\":{index},\"message\":\"served\",\"path\":\"/items/{index}\",\"status\":200}}\n"
        )
    });
    let most_json = kept(&json, |line| !line.contains("0,"));
    let unknown = |name, input, reduction| Shape { name, families: Families::UNKNOWN, input, reduction };
    vec![
        shape("log lines, of a build", Family::Build, log.clone(), beginning),
        unknown("log lines, most kept", log.clone(), most.clone()),
        shape("log lines of a build, most kept", Family::Build, log.clone(), most),
        shape("log lines, as a text", Family::Text, log.clone(), log.replace("INFO ", "")),
        unknown("JSON lines, most kept", json, most_json),
    ]
}

/// What takes longest to read for its length.
fn awkward() -> Vec<Shape> {
    let all_failed = filled(failed);
    let short = filled(|index| format!("{}\n", index % 10));
    let long = filled(|index| format!("{}\n", logged(index).trim_end().repeat(300)));
    let colons = filled(|index| format!("{}\n", "a.rs:1:".repeat(200 + index % 7)));
    let quotes = filled(|index| {
        format!("{{\"Time\":{}{index}\n", "\"Action\":\"output\",\"Output\":\" a.go:3: ".repeat(50))
    });
    let words = filled(|index| format!("{}\n", "a b ".repeat(400 + index % 5)));
    let unknown = |name, input, reduction| Shape { name, families: Families::UNKNOWN, input, reduction };
    vec![
        shape("one line of dashes and files", Family::Build, all_failed, "rs-a.rs-".repeat(BYTES / 9)),
        shape(
            "numbers that all differ",
            Family::Build,
            filled(|index| format!("{index} failed\n")),
            filled(|index| format!("{} failed\n", index + 9)),
        ),
        unknown("short lines", short.clone(), kept(&short, |line| line != "7")),
        shape("short lines, as a text", Family::Text, short.clone(), kept(&short, |line| line != "7")),
        unknown("long lines", long.clone(), long.lines().skip(2).collect::<Vec<_>>().join("\n")),
        shape("long lines, as a text", Family::Text, long.clone(), long.replace("INFO ", "")),
        shape("lines of places", Family::Build, colons.clone(), colons.replacen("a.rs", "b.rs", 90)),
        shape("lines like events", Family::Go, quotes.clone(), quotes.replacen("output", "run", 90)),
        shape("lines of letters", Family::Build, words.clone(), words.replacen("a b", "a", 90)),
        shape("letters found", Family::Grep, words.clone(), words.replacen("a b", "a", 90)),
    ]
}

/// The lines of a text that fit.
fn kept(text: &str, is_kept: fn(&str) -> bool) -> String {
    text.lines().filter(|line| is_kept(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Matches by file, as optimizers show them.
fn grouped(matches: &str) -> String {
    let mut text = String::new();
    let mut last = "";
    for (file, rest) in matches.lines().filter_map(|line| line.split_once(':')) {
        if file != last {
            text.push_str(file);
            text.push('\n');
            last = file;
        }
        text.push_str(&format!("  {}\n", rest.replacen(":    ", ": ", 1)));
    }
    text
}

fn filled(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut index = 0;
    while text.len() < BYTES {
        text.push_str(&line(index));
        index += 1;
    }
    text
}
