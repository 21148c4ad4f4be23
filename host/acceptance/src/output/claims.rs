//! Sentences by which a reduction claims that all is well, or that there is nothing: only the output may say so.

use super::Reason;
use super::counts::Label;
use super::extract::Extract;
use super::fact::Kind;
use super::lines::without_beginning;
use super::survey::{Line, Survey};
use super::words::{Beginnings, Word};

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Nothing went wrong.
    Good,
    /// There is nothing: no tests, no matches, no files.
    Nothing,
    /// A working tree without changes.
    Clean,
    /// Nothing was warned of.
    Calm,
}

/// One claim: words in a row, in small letters.
#[derive(Debug)]
pub(super) struct Claim {
    text: &'static str,
    /// How long the first word is.
    first: usize,
    class: Class,
    /// Whether a reduction claims something by it, or only an output does.
    is_of_reductions: bool,
}

const fn claim(text: &'static str, class: Class) -> Claim {
    Claim { text, first: first_length(text), class, is_of_reductions: true }
}

/// What only tools say: in a reduction it is a rest of their output.
const fn of_tools(text: &'static str, class: Class) -> Claim {
    Claim { text, first: first_length(text), class, is_of_reductions: false }
}

const fn first_length(text: &str) -> usize {
    let mut length = 0;
    while length < text.len() && text.as_bytes()[length] != b' ' {
        length += 1;
    }
    length
}

const CLAIMS: &[Claim] = &[
    claim("all tests passed", Class::Good),
    claim("all tests pass", Class::Good),
    claim("all checks passed", Class::Good),
    claim("all passed", Class::Good),
    claim("all good", Class::Good),
    claim("all clear", Class::Good),
    claim("all files formatted", Class::Good),
    claim("all files are formatted", Class::Good),
    claim("all matched files use", Class::Good),
    claim("everything ok", Class::Good),
    claim("everything passed", Class::Good),
    claim("looks good", Class::Good),
    claim("no issues", Class::Good),
    claim("no errors", Class::Good),
    claim("no problems", Class::Good),
    claim("no failures", Class::Good),
    claim("no failed", Class::Good),
    claim("no violations", Class::Good),
    claim("no warnings", Class::Calm),
    claim("no warning", Class::Calm),
    claim("without warnings", Class::Calm),
    claim("warning free", Class::Calm),
    claim("warnings free", Class::Calm),
    claim("no type errors", Class::Good),
    claim("without errors", Class::Good),
    claim("tests passed", Class::Good),
    claim("tests pass", Class::Good),
    claim("build passed", Class::Good),
    claim("build successful", Class::Good),
    claim("build success", Class::Good),
    claim("succeeded", Class::Good),
    claim("success", Class::Good),
    claim("successful", Class::Good),
    claim("successfully", Class::Good),
    claim("ok", Class::Good),
    claim("already formatted", Class::Good),
    claim("up to date", Class::Good),
    claim("exit code 0", Class::Good),
    claim("no tests", Class::Nothing),
    claim("no test files", Class::Nothing),
    claim("no matches", Class::Nothing),
    claim("no results", Class::Nothing),
    claim("no files", Class::Nothing),
    claim("no changes", Class::Nothing),
    claim("no differences", Class::Nothing),
    claim("no commits", Class::Nothing),
    claim("nothing found", Class::Nothing),
    claim("nothing to commit", Class::Clean),
    claim("working tree clean", Class::Clean),
    claim("clean", Class::Clean),
    of_tools("finished", Class::Good),
    of_tools("pass", Class::Good),
    of_tools("passed", Class::Good),
    of_tools("left unchanged", Class::Good),
    of_tools("all done", Class::Good),
    of_tools("found 0 errors", Class::Good),
    of_tools("collected 0 items", Class::Nothing),
    of_tools("running 0 tests", Class::Nothing),
    of_tools("0 matches", Class::Nothing),
];

/// Marks that stand for success at the beginning of a text.
const MARKS: &[&str] = &["✓", "✔", "✅"];

/// Beginnings of the claims' first words.
pub(super) const BEGINNINGS: Beginnings = {
    let mut beginnings = Beginnings::NONE;
    let mut rest = CLAIMS;
    while let Some((claim, after)) = rest.split_first() {
        beginnings = beginnings.with(claim.text);
        rest = after;
    }
    beginnings
};

/// The claims of a text, as bits by their places in the table.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Claims(u64);

const _: () = assert!(CLAIMS.len() <= u64::BITS as usize);

/// The claims that begin with a letter: a small one and its capital are 32 apart.
static BY_LETTER: [u64; 32] = {
    let mut letters = [0; 32];
    let mut at = 0;
    while at < CLAIMS.len() {
        letters[CLAIMS[at].text.as_bytes()[0] as usize % 32] |= 1 << at;
        at += 1;
    }
    letters
};

impl Claims {
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn all(self) -> impl Iterator<Item = &'static Claim> {
        CLAIMS.iter().zip(0u32..).filter(move |(_, at)| self.0 >> at & 1 != 0).map(|(claim, _)| claim)
    }
}

/// Adds the claims of a line to others.
pub(super) fn read(line: &Line<'_>, claims: &mut Claims) {
    static KNOWN: Beginnings = BEGINNINGS;
    for (index, word) in line.told().filter(|(_, word)| KNOWN.fit(word.text)) {
        let rest = line.words.get(index..).unwrap_or_default();
        // Behind a number it is a count: `3 ok`.
        let is_count = line.before(index).is_some_and(Word::is_number);
        let first = word.text.bytes().next().unwrap_or_default();
        let mut left = BY_LETTER[usize::from(first) % 32] & !claims.0;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let Some(claim) = CLAIMS.get(at as usize) else { break };
            // Most claims differ in the length of the first word.
            let may_be = claim.first == word.text.len() && !(is_count && claim.is_of_reductions);
            if may_be && begins(rest, claim.text) {
                claims.0 |= 1 << at;
            }
        }
    }
}

fn begins(line: &[Word<'_>], text: &str) -> bool {
    let mut line = line.iter();
    text.split(' ').all(|word| line.next().is_some_and(|next| next.text.eq_ignore_ascii_case(word)))
}

/// The mark of success that a text begins with.
pub(super) fn mark(text: &str) -> Option<&'static str> {
    let text = without_beginning(text);
    MARKS.iter().copied().find(|mark| text.starts_with(mark))
}

/// Words that say that what stands beside them passed.
const PASSES: &[&str] = &["ok", "pass", "passed"];

/// Words that say that it did not.
const FAILS: &[&str] =
    &["error", "errors", "fail", "failed", "failing", "failure", "failures", "not", "panicked"];

/// Whether a line says that what it names passed.
pub(super) fn says_pass(line: &str, words: &[Word<'_>]) -> bool {
    let is_one_of =
        |all: &[&str], word: &Word<'_>| all.iter().any(|other| other.eq_ignore_ascii_case(word.text));
    let begins = mark(line).is_some() || words.first().is_some_and(|first| is_one_of(PASSES, first));
    let ends = || match words {
        // Behind a number it is a count.
        [.., before, last] => {
            is_one_of(PASSES, last) && !before.text.starts_with(|first: char| first.is_ascii_digit())
        }
        _ => false,
    };
    (begins || ends()) && !words.iter().any(|word| is_one_of(FAILS, word))
}

/// Refuses a reduction that claims what the output does not.
pub(super) fn compare(
    extract: &Extract<'_>,
    said: &Survey,
    stated: &Survey,
    input: &str,
    reduction: &str,
) -> Result<(), Reason> {
    let tells_of_failures = stated.numbers.tell_of_failures();
    let mark = mark(reduction).filter(|_| !tells_of_failures);
    // `0 failed`, where the output gives no such number and nothing else is said to have failed.
    let zero = [Label::Failed, Label::Errors, Label::Issues].into_iter().find(|label| {
        let is_zero = stated.numbers.of(*label).any(|number| number == 0);
        is_zero && !tells_of_failures && said.numbers.of(*label).next().is_none()
    });
    let has_failed = said.numbers.tell_of_failures()
        || extract.facts.iter().any(|fact| fact.is_required && fact.kind != Kind::Result);
    let has_warned = said.numbers.of(Label::Warnings).any(|number| number > 0)
        || extract.facts.iter().any(|fact| fact.kind == Kind::Warning);
    let denies_warnings = stated.numbers.of(Label::Warnings).any(|number| number == 0)
        && !said.numbers.of(Label::Warnings).any(|number| number == 0);
    if has_warned && denies_warnings {
        return Err(Reason::FalseSuccess { claim: Label::Warnings.name() });
    }
    let is_borne_out = |class: Class| {
        if class == Class::Calm {
            return !has_warned
                && said.claims.all().any(|claim| matches!(claim.class, Class::Good | Class::Calm));
        }
        let is_said = said.claims.all().any(|claim| claim.class == class);
        is_said && (class != Class::Good || !has_failed)
    };
    for claim in stated.claims.all().filter(|claim| claim.is_of_reductions) {
        if !said.claims.all().any(|other| other.text == claim.text) && !is_borne_out(claim.class) {
            return Err(Reason::FalseSuccess { claim: claim.text });
        }
    }
    let claim = zero.map(Label::name).or(mark.filter(|mark| !input.contains(mark)));
    match claim {
        Some(claim) if !is_borne_out(Class::Good) => Err(Reason::FalseSuccess { claim }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_of_texts() {
        let rows: [(&str, &[&str]); 10] = [
            ("Go test: No tests found", &["no tests"]),
            ("Prettier: All files formatted correctly", &["all files formatted"]),
            ("make: ok", &["ok"]),
            ("3 ok", &[]),
            ("mypy: No issues found", &["no issues"]),
            (
                "On branch main\nnothing to commit, working tree clean",
                &["nothing to commit", "working tree clean", "clean"],
            ),
            ("12 tests passed", &["passed"]),
            ("known issues", &[]),
            ("ok ok", &["ok"]),
            ("", &[]),
        ];
        for (text, expected) in rows {
            let claims = super::super::survey::survey(text).claims;
            let texts: Vec<&str> = claims.all().map(|claim| claim.text).collect();
            assert_eq!(texts, expected, "{text}");
        }
    }

    #[test]
    fn lines_that_say_that_something_passed() {
        let rows = [
            ("test a::b ... ok", true),
            ("ok 2 - adds", true),
            ("not ok 2 - adds", false),
            ("--- PASS: TestA (0.00s)", true),
            ("  ✓ adds", true),
            ("x.py::test_a PASSED", true),
            ("test_a: 3 passed", false),
            ("PASS (3) FAIL (1) adds", false),
            ("a ... FAILED", false),
            ("it is ok to add", false),
            ("", false),
        ];
        for (line, expected) in rows {
            let words: Vec<Word<'_>> = super::super::words::words(line).collect();
            assert_eq!(says_pass(line, &words), expected, "{line}");
        }
    }

    #[test]
    fn claims_are_in_small_letters_and_there_once() {
        let mut texts: Vec<&str> = CLAIMS.iter().map(|claim| claim.text).collect();
        assert!(texts.iter().all(|text| *text == text.to_lowercase()));
        let all = texts.len();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), all);
    }
}
