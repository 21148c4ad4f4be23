//! What the lines of a reduction claim, in the words of tools and of their readers: that something passed, or that
//! nothing is wrong.

use super::claims::{self, Class, mark};
use super::outcome::failing;
use super::survey::Line;
use super::words::{Beginnings, Word};

/// Words by which it is said that there is none of something.
const NONE: &[&str] = &["no", "zero", "none", "nothing", "without", "never"];

/// What goes wrong.
const TROUBLE: &[&str] = &[
    "crash", "crashes", "error", "errors", "fail", "failed", "failing", "fails", "failure", "failures",
    "issue", "issues", "problem", "problems", "wrong",
];

/// How what goes well is called.
const WELL: &[&str] = &[
    "clean",
    "fine",
    "good",
    "green",
    "ok",
    "okay",
    "pass",
    "passed",
    "passes",
    "passing",
    "succeed",
    "succeeded",
    "succeeds",
    "successful",
    "well",
    "works",
];

/// How a failure is taken back.
const TAKEN_BACK: &[&str] = &["fixed", "flaky", "harmless", "recovered", "resolved"];

/// A way to claim success: a word, and another one behind it.
struct Way {
    /// What stands for it in reasons.
    name: &'static str,
    first: &'static [&'static str],
    /// Beginnings of the first words.
    beginnings: Beginnings,
    /// How many words may stand between.
    between: usize,
    /// None if the first one is enough.
    then: &'static [&'static str],
}

const fn way(
    name: &'static str,
    first: &'static [&'static str],
    between: usize,
    then: &'static [&'static str],
) -> Way {
    Way { name, first, beginnings: Beginnings::NONE.with_all(first), between, then }
}

static WAYS: [Way; 9] = [
    way("no failures", NONE, 2, TROUBLE),
    way("no failures", TROUBLE, 0, &["none", "zero", "nothing", "free"]),
    way("all passed", &["all", "every", "everything", "each"], 3, WELL),
    way("tests pass", &["test", "tests", "suite", "build", "check", "checks", "it", "code"], 2, WELL),
    way("exit status 0", &["exit", "exited", "exits"], 2, &["0", "zero"]),
    way("green", &["green"], 0, &[]),
    way("fixed", TAKEN_BACK, 0, &[]),
    way("error ignored", TROUBLE, 2, &["ignored"]),
    way("compiles", &["compiles", "cleanly"], 0, &[]),
];

/// Beginnings of the words that come first.
pub(super) const BEGINNINGS: Beginnings = {
    let mut beginnings = Beginnings::NONE;
    let mut rest: &[Way] = &WAYS;
    while let Some((way, after)) = rest.split_first() {
        beginnings = beginnings.and(&way.beginnings);
        rest = after;
    }
    beginnings
};

/// Beginnings of the words that come behind them.
const SECOND: Beginnings = {
    let mut beginnings = Beginnings::NONE;
    let mut rest: &[Way] = &WAYS;
    while let Some((way, after)) = rest.split_first() {
        beginnings = beginnings.with_all(way.then);
        rest = after;
    }
    beginnings
};

/// What a line of a reduction claims.
#[derive(Debug, Clone, Copy)]
pub(super) struct Saying<'a> {
    pub(super) class: Class,
    /// What stands for it in reasons.
    pub(super) name: &'static str,
    pub(super) line: &'a str,
    /// Which of the words of the line claim it: from here up to there.
    pub(super) words: (usize, usize),
    /// Whether it is said of one thing that the line names, such as a test.
    pub(super) is_single: bool,
    /// Whether a mark before the line says it.
    pub(super) is_mark: bool,
}

/// Adds what a line claims.
pub(super) fn read<'a>(line: &Line<'a>, sayings: &mut Vec<Saying<'a>>) {
    static FIRST: Beginnings = BEGINNINGS;
    let text = line.text;
    let mut add = |class, name, from: usize, to: usize| {
        let last = to.saturating_sub(1);
        if !is_counted(line, from) && !is_counted(line, last) {
            let is_single = is_single(line, last);
            sayings.push(Saying { class, name, line: text, words: (from, to), is_single, is_mark: false });
        }
    };
    claims::find(line, u64::MAX, |_, length, claim, at| add(claim.class, claim.text, at, at + length));
    for (at, word) in line.told().filter(|(_, word)| FIRST.fit(word.text)) {
        for way in WAYS.iter().filter(|way| way.beginnings.fit(word.text)) {
            // Most lines have no second word, and so the first one need not be looked up.
            let to = if way.then.is_empty() { Some(at + 1) } else { way.end(line, at) };
            let to = to.filter(|_| is_one_of(way.first, word));
            to.into_iter().for_each(|to| add(Class::Good, way.name, at, to));
        }
    }
    if !text.is_ascii()
        && let Some(mark) = mark(text)
    {
        let is_count = line.words.first().is_some_and(Word::is_number);
        let words = (0, line.words.len().min(OF_MARK));
        let saying =
            Saying { class: Class::Good, name: mark, line: text, words, is_single: false, is_mark: true };
        sayings.extend((!is_count).then_some(saying));
    }
}

/// Adds where a line says that something failed.
pub(super) fn read_failures<'a>(line: &Line<'a>, failures: &mut Vec<Saying<'a>>) {
    let mut claimed = Vec::new();
    read(line, &mut claimed);
    let is_claimed = |at: usize| claimed.iter().any(|saying| (saying.words.0..saying.words.1).contains(&at));
    for at in failing(line).filter(|at| !is_counted(line, *at) && !is_claimed(*at)) {
        let saying = Saying {
            class: Class::Bad,
            name: "failed",
            line: line.text,
            words: (at, at + 1),
            is_single: false,
            is_mark: false,
        };
        failures.push(saying);
    }
}

/// How many words behind a mark tell what it is said of.
const OF_MARK: usize = 3;

impl Way {
    /// Where what begins with a word of a line ends.
    fn end(&self, line: &Line<'_>, at: usize) -> Option<usize> {
        static THEN: Beginnings = SECOND;
        let next = line.words.get(at + 1..)?;
        let found = next
            .iter()
            .take(self.between + 1)
            .position(|next| THEN.fit(next.text) && is_one_of(self.then, next));
        found.map(|found| at + found + 2)
    }
}

fn is_one_of(all: &[&str], word: &Word<'_>) -> bool {
    all.iter().any(|other| other.eq_ignore_ascii_case(word.text))
}

/// Words that may stand between a number and what it counts.
const BETWEEN: &[&str] = &["test", "tests", "check", "checks", "file", "files"];

/// Whether a word only says what is counted: `3 passed`, `3 tests passed`, `PASS (3)`. That is compared as a number.
fn is_counted(line: &Line<'_>, at: usize) -> bool {
    let Some(word) = line.words.get(at) else { return false };
    let between = |one: &Word<'_>, other: &Word<'_>| {
        line.text.get(one.at + one.text.len()..other.at).unwrap_or_default()
    };
    let is_number_before = |at: usize, word: &Word<'_>| {
        line.before(at).is_some_and(|before| before.is_number() && between(before, word) == " ")
    };
    let is_behind = || match line.before(at) {
        Some(before) if is_one_of(BETWEEN, before) => is_number_before(at - 1, before),
        _ => is_number_before(at, word),
    };
    let is_before = || {
        let next = line.words.get(at + 1).filter(|next| next.is_number());
        // `# pass 3`, as the Test Anything Protocol has it.
        let is_heading = line.text.starts_with("# ");
        next.is_some_and(|next| {
            let between = between(word, next);
            matches!(between, " (" | ": " | "=") || (is_heading && between == " ")
        })
    };
    is_behind() || is_before()
}

/// Whether a word that claims something does so of one thing that its line names, and not of the whole.
pub(super) fn is_single(line: &Line<'_>, at: usize) -> bool {
    let Some(word) = line.words.get(at) else { return false };
    let before = line.text.get(..word.at).unwrap_or_default().trim();
    let after = line.text.get(word.at + word.text.len()..).unwrap_or_default();
    let is_first = before.is_empty();
    before.ends_with('…')
        || (before.ends_with('[') && line.text.get(..word.at).is_some_and(|before| before.ends_with(' ')))
        || before.ends_with("...")
        || before.ends_with("---")
        || before.contains("::")
        || (is_first && after.starts_with(" ["))
        // As the Test Anything Protocol has it
        || (is_first && line.words.get(at + 1).is_some_and(|next| next.is_number() && after.starts_with(' ')))
        || (!line.text.is_ascii() && mark(line.text).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lines_claim() {
        let rows: [(&str, &[(&str, bool)]); 28] = [
            ("PASS", &[("pass", false)]),
            ("Tests are green.", &[("tests pass", false), ("green", false)]),
            ("Nothing failed.", &[("no failures", false)]),
            ("Zero failures.", &[("no failures", false)]),
            ("no test failures", &[("no failures", false)]),
            ("failures: none", &[("no failures", false)]),
            ("error-free", &[("no failures", false)]),
            ("All 5 tests are passing.", &[("all passed", false)]),
            ("100% passed", &[("passed", false)]),
            ("exit status 0", &[("exit status 0", false)]),
            ("exited with 0", &[("exit status 0", false)]),
            ("exit status 1", &[]),
            ("mismatched types (fixed)", &[("fixed", false)]),
            ("error was ignored", &[("error ignored", false)]),
            ("1 failed, 2 ignored", &[]),
            ("5 passed", &[]),
            ("5 tests passed", &[]),
            ("PASS (42) FAIL (3)", &[]),
            ("passed: 3", &[]),
            ("test a::one ... ok", &[("ok", true), ("tests pass", true)]),
            ("--- PASS: TestA (0.00s)", &[("pass", true)]),
            ("ok 2 - adds", &[("ok", true)]),
            ("PASS [ 0.1s] a b", &[("pass", true)]),
            ("a.py::test_one PASSED", &[("passed", true)]),
            ("[       OK ] A.B", &[("ok", true)]),
            ("?   p  [no test files]", &[("no test files", false)]),
            ("  ✔ done", &[("✔", false)]),
            ("✓ 3 passed", &[]),
        ];
        for (text, expected) in rows {
            let mut sayings = Vec::new();
            read(&Line::of(text), &mut sayings);
            let found: Vec<_> = sayings.iter().map(|saying| (saying.name, saying.is_single)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
