//! What a tool's output says went wrong, read line by line with simple patterns. It is meant to share no thought
//! with the program under test, which decides by other means whether a reduction keeps these facts.

use std::collections::BTreeSet;

/// One fact of an output.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// The name of a test that failed.
    Name(String),
    /// A file and the line in it that a failure, an error, a warning or a match is at.
    Place(String, u32),
    /// What an error line, a warning, a changed line or a commit says, without what stands before it.
    Message(String),
}

/// The tools whose output is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Cargo,
    Go,
    Pytest,
    Vitest,
    /// `tsc`, `mypy`, `ruff`.
    Checker,
    Prettier,
    GitDiff,
    GitLog,
    GitStatus,
    Grep,
}

/// Lines that only say that others said something: which test or package to look at is said there, and the exit
/// code says the rest.
const CONSEQUENCES: [&str; 6] = [
    "error: test failed, to rerun pass",
    "error: could not compile",
    "For more information about this error",
    "Found ",
    "Error occurred when checking",
    "[warn] Code style issues found",
];

impl Kind {
    /// Every fact of an output.
    pub(crate) fn facts(self, output: &str) -> BTreeSet<Fact> {
        let mut facts = BTreeSet::new();
        for line in output.lines() {
            if !CONSEQUENCES.iter().any(|start| line.starts_with(start)) {
                self.read(line, &mut facts);
            }
        }
        facts
    }

    fn read(self, line: &str, facts: &mut BTreeSet<Fact>) {
        let trimmed = line.trim_start();
        match self {
            Self::Cargo => {
                facts.extend(between(line, "test ", " ... FAILED").map(name));
                let place = after(line, " panicked at ").or_else(|| after(trimmed, "--> "));
                facts.extend(place.and_then(colons));
                facts.extend(trimmed.starts_with("error").then(|| message(line)));
            }
            Self::Go => {
                facts.extend(between(trimmed, "--- FAIL: ", " (").map(name));
                // Of the frames of a panic those in the workspace.
                let place = colons(after(trimmed, "/workspace/").unwrap_or(trimmed));
                let place =
                    place.filter(|place| !matches!(place, Fact::Place(file, _) if file.starts_with('/')));
                if let (Some(_), Some((_, said))) = (&place, trimmed.split_once(": ")) {
                    facts.insert(message(said));
                }
                facts.extend(place);
                facts.extend(trimmed.starts_with("panic: ").then(|| message(trimmed)));
            }
            Self::Pytest => {
                if let Some(failed) = after(line, "FAILED ").or_else(|| after(line, "ERROR "))
                    && !failed.starts_with(['[', ' '])
                    && !failed.starts_with("at ")
                {
                    let failed = failed.split(" - ").next().unwrap_or_default();
                    facts.insert(name(failed.rsplit("::").next().unwrap_or_default()));
                }
                // A frame that says no more than its place only leads to the one that does.
                if !line.starts_with(['/', '<']) && !line.ends_with(": ") {
                    facts.extend(colons(line));
                }
                facts.extend(line.strip_prefix("E   ").map(message));
            }
            Self::Vitest => {
                facts.extend(
                    line.strip_prefix(" FAIL  ").and_then(|failed| failed.rsplit(" > ").next()).map(name),
                );
                facts.extend(after(line, " ❯ ").and_then(|place| colons(place.rsplit(' ').next()?)));
                let is_error = line.split_once(": ").is_some_and(|(kind, _)| kind.ends_with("Error"));
                facts.extend(is_error.then(|| message(line)));
            }
            Self::Checker => {
                let place = colons(trimmed.trim_start_matches("--> ")).or_else(|| brackets(trimmed));
                if let (Some(_), Some((_, said))) = (&place, line.split_once("error: ")) {
                    facts.insert(message(said));
                }
                if let (Some(_), Some((_, said))) = (&place, line.split_once("): error ")) {
                    facts.insert(message(said));
                }
                facts.extend(place);
            }
            Self::Prettier => {
                let said = after(line, "[warn] ").or_else(|| after(line, "[error] "));
                facts.extend(said.map(message));
            }
            Self::GitDiff => {
                let is_change = line.starts_with(['+', '-']) && !line.starts_with("+++") && line != "---";
                facts.extend(is_change.then(|| message(line.trim_start_matches("--- a/"))));
            }
            Self::GitLog => {
                let subject = line.find("Book entry ").and_then(|start| line.get(start..));
                facts.extend(subject.map(message));
            }
            Self::GitStatus => {
                let path = trimmed.rsplit(' ').next().unwrap_or_default();
                facts.extend(path.ends_with(".txt").then(|| message(path)));
            }
            Self::Grep => facts.extend(colons(trimmed.trim_start_matches("./"))),
        }
    }

    /// Whether its output is a list, not a report of what went wrong.
    pub(crate) fn is_list(self) -> bool {
        matches!(self, Self::Grep | Self::GitDiff | Self::GitLog | Self::GitStatus)
    }

    /// Of these facts the ones that a text does not have.
    pub(crate) fn missing(facts: &BTreeSet<Fact>, text: &str) -> Vec<Fact> {
        facts.iter().filter(|fact| !fact.is_in(text)).cloned().collect()
    }

    /// The same, but for parts of a list whose number the text gives, as in `+18` or `[+596 lines omitted]`.
    pub(crate) fn lost(self, facts: &BTreeSet<Fact>, text: &str) -> Vec<Fact> {
        let missing = Self::missing(facts, text);
        let told =
            text.lines().filter_map(|line| line.trim_start().trim_start_matches('[').strip_prefix('+'));
        let told: usize = told.filter_map(|rest| digits(rest).parse::<usize>().ok()).sum();
        if self.is_list() && told == missing.len() { Vec::new() } else { missing }
    }
}

impl Fact {
    fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Name(words) => text.contains(words.as_str()),
            // As words of their own: `entry 1` is not in `entry 12`.
            Self::Message(words) => text.match_indices(words.as_str()).any(|(start, found)| {
                let next = text[start + found.len()..].chars().next();
                !(found.ends_with(|last: char| last.is_ascii_digit())
                    && next.is_some_and(|next| next.is_ascii_digit()))
            }),
            Self::Place(file, line) => has_place(text, file, *line),
        }
    }
}

/// Whether a text names a line of a file: in one word, as in `file:3` and `file(3,7)`, or with the number in front
/// of a line below the one that names the file.
fn has_place(text: &str, file: &str, line: u32) -> bool {
    let number = line.to_string();
    let mut is_below = false;
    for text in text.lines() {
        let words = text.trim_start().trim_start_matches(['L', '[']);
        if let Some(start) = text.find(file) {
            is_below = true;
            let rest = &text[start + file.len()..];
            if rest.strip_prefix([':', '(']).is_some_and(|rest| digits(rest) == number) {
                return true;
            }
        } else if text.starts_with("[file] ") {
            is_below = false;
        } else if is_below && digits(words) == number {
            return true;
        }
    }
    false
}

fn digits(text: &str) -> &str {
    text.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default()
}

/// `FILE:LINE` at the start of a text.
fn colons(text: &str) -> Option<Fact> {
    let (file, rest) = text.split_once(':')?;
    place(file, rest)
}

/// `FILE(LINE,COLUMN)` at the start of a text.
fn brackets(text: &str) -> Option<Fact> {
    let (file, rest) = text.split_once('(')?;
    place(file, rest)
}

fn place(file: &str, rest: &str) -> Option<Fact> {
    let is_file = file.contains('.') && !file.contains([' ', '\'', '"']);
    let line = is_file.then(|| digits(rest).parse().ok())??;
    Some(Fact::Place(file.to_owned(), line))
}

fn name(text: &str) -> Fact {
    Fact::Name(text.trim().to_owned())
}

fn message(text: &str) -> Fact {
    Fact::Message(text.trim().to_owned())
}

fn after<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    line.split_once(start).map(|(_, rest)| rest)
}

/// What stands between the start of a line and an end that it must have.
fn between<'a>(line: &'a str, start: &str, end: &str) -> Option<&'a str> {
    line.strip_prefix(start)?.split_once(end).map(|(text, _)| text)
}

#[test]
fn facts_are_read_and_missed() {
    let place = |file: &str, line| Fact::Place(file.to_owned(), line);
    let table = [
        (Kind::Cargo, "test a::b ... FAILED\ntest a::c ... ok\n", vec![name("a::b")]),
        (Kind::Cargo, "thread 'a' (1) panicked at src/lib.rs:25:9:\nx\n", vec![place("src/lib.rs", 25)]),
        (
            Kind::Cargo,
            "error[E0308]: mismatched types\n  --> src/lib.rs:15:23\nerror: could not compile `a`\n",
            vec![place("src/lib.rs", 15), message("error[E0308]: mismatched types")],
        ),
        (
            Kind::Go,
            "    --- FAIL: TestA/b (0.00s)\n        a_test.go:20: got -1\n",
            vec![name("TestA/b"), place("a_test.go", 20), message("got -1")],
        ),
        (
            Kind::Go,
            "panic: index\n\t/t/workspace/a/a_test.go:28 +0x18\n\t/usr/lib/a.go:3 +0x1\n",
            vec![place("a/a_test.go", 28), message("panic: index")],
        ),
        (
            Kind::Pytest,
            "FAILED test_a.py::test_b[1] - AssertionError: x\ntest_a.py:8: \ntest_a.py:12: AssertionError\nE   assert 3 == \
             4\n",
            vec![name("test_b[1]"), place("test_a.py", 12), message("assert 3 == 4")],
        ),
        (
            Kind::Vitest,
            " FAIL  a.test.js > b > c\nRangeError: none\n ❯ largest a.js:4:35\n",
            vec![name("c"), place("a.js", 4), message("RangeError: none")],
        ),
        (Kind::Checker, "a/b.ts(3,5): error TS1: x\n", vec![place("a/b.ts", 3), message("TS1: x")]),
        (Kind::Checker, "b.py:5: error: x  [y]\n", vec![place("b.py", 5), message("x  [y]")]),
        (Kind::Checker, "F401 x\n --> bad.py:3:8\n", vec![place("bad.py", 3)]),
        (Kind::Prettier, "[warn] a.js\nAll good\n", vec![message("a.js")]),
        (Kind::Grep, "./a.txt:3:12:30\n", vec![place("a.txt", 3)]),
    ];
    for (kind, output, expected) in table {
        let facts = kind.facts(output);
        assert_eq!(facts, expected.into_iter().collect(), "{kind:?} {output:?}");
        assert_eq!(Kind::missing(&facts, output), [], "{kind:?} {output:?}");
        assert_eq!(
            Kind::missing(&facts, "Go test: No tests found").len(),
            facts.len(),
            "{kind:?} {output:?}"
        );
    }
    for (text, is_there) in [
        ("a.txt:30", false),
        ("[file] a.txt (2):\n   1: x\n   3: y\n", true),
        ("[file] a.txt (1):\n   1: x\n[file] b.txt (1):\n   3: y\n", false),
        ("a.txt (2 errors)\n  L3: x\n", true),
        ("b.txt:3", false),
    ] {
        assert_eq!(has_place(text, "a.txt", 3), is_there, "{text:?}");
    }
    let facts = Kind::Grep.facts("a.txt:1:x\na.txt:2:x\na.txt:3:x\n");
    for (text, lost) in
        [("a.txt:2:x\n  +2\n", 0), ("a.txt:2:x\n[+2 lines omitted]", 0), ("a.txt:2:x\n  +1\n", 2)]
    {
        assert_eq!(Kind::Grep.lost(&facts, text).len(), lost, "{text:?}");
    }
    assert!(!message("Book entry 1").is_in("Book entry 12"));
}
