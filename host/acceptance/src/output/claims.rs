//! Sentences by which a reduction claims that all is well, or that there is nothing: only the output may say so.

use super::Reason;
use super::borne;
use super::counts::Label;
use super::extract::Extract;
use super::fact::Kind;
use super::family::Families;
use super::lines::without_beginning;
use super::reading::Reading;
use super::sayings::is_single;
use super::survey::{Line, Survey};
use super::words::{Beginnings, Known, Word};

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing went wrong.
    Good,
    /// It came to an end.
    Ended,
    /// There is nothing: no matches, no files.
    Nothing,
    /// No test was run.
    NoTests,
    /// A working tree without changes.
    Clean,
    /// Nothing was warned of.
    Calm,
    /// Something failed.
    Bad,
}

/// One claim: words in a row, in small letters.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) text: &'static str,
    /// How long the first word is.
    first: usize,
    pub(super) class: Class,
    /// Whether it claims nothing behind a number, which it only names: `3 ok`.
    is_no_count: bool,
}

const fn claim(text: &'static str, class: Class) -> Claim {
    Claim { text, first: first_length(text), class, is_no_count: true }
}

/// What tools say: their numbers of it are claims, too.
const fn of_tools(text: &'static str, class: Class) -> Claim {
    Claim { text, first: first_length(text), class, is_no_count: false }
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
    claim("no tests", Class::NoTests),
    claim("no test files", Class::NoTests),
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
    of_tools("finished", Class::Ended),
    of_tools("pass", Class::Good),
    of_tools("passed", Class::Good),
    of_tools("left unchanged", Class::Good),
    of_tools("all done", Class::Ended),
    of_tools("found 0 errors", Class::Good),
    of_tools("collected 0 items", Class::NoTests),
    of_tools("running 0 tests", Class::NoTests),
    of_tools("0 matches", Class::Nothing),
];

/// Marks that stand for success at the beginning of a text.
const MARKS: &[&str] = &["✓", "✔", "✅", "👍", "🎉", "🟢"];

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
pub(super) struct Claims {
    /// Those that are made of the whole, or of a part of it.
    whole: u64,
    /// Those that are made of one thing that is named, such as a test.
    single: u64,
}

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
        self.whole | self.single == 0
    }

    /// Those of the whole.
    fn all(self) -> impl Iterator<Item = &'static Claim> {
        of_bits(self.whole)
    }
}

fn of_bits(bits: u64) -> impl Iterator<Item = &'static Claim> {
    CLAIMS.iter().zip(0u32..).filter(move |(_, at)| bits >> at & 1 != 0).map(|(claim, _)| claim)
}

/// Adds the claims of a line to others.
pub(super) fn read(line: &Line<'_>, claims: &mut Claims) {
    let mut found = *claims;
    find(line, !claims.whole, |at, _, claim, word| {
        // Behind a number it is a count.
        let is_count = line.before(word).is_some_and(Word::is_number);
        if !(is_count && claim.is_no_count) {
            let bits = if is_single(line, word) { &mut found.single } else { &mut found.whole };
            *bits |= 1 << at;
        }
    });
    *claims = found;
}

/// Finds claims that are `wanted`, by their places in the table: each with how many words it has, and which is the
/// first.
pub(super) fn find(line: &Line<'_>, wanted: u64, mut found: impl FnMut(u32, usize, &'static Claim, usize)) {
    static KNOWN: Beginnings = BEGINNINGS;
    for (index, word) in line.told().filter(|(_, word)| KNOWN.fit(word.text)) {
        let rest = line.words.get(index..).unwrap_or_default();
        let first = word.text.bytes().next().unwrap_or_default();
        let mut left = BY_LETTER[usize::from(first) % 32] & wanted;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let Some(claim) = CLAIMS.get(at as usize) else { break };
            // Most claims differ in the length of the first word.
            if claim.first == word.text.len()
                && let Some(length) = begins(rest, claim.text)
            {
                found(at, length, claim, index);
            }
        }
    }
}

/// How many words of a line a text has that it begins with.
fn begins(line: &[Word<'_>], text: &str) -> Option<usize> {
    let mut line = line.iter();
    let mut length = 0;
    let is_there = text.split(' ').all(|word| {
        length += 1;
        line.next().is_some_and(|next| next.text.eq_ignore_ascii_case(word))
    });
    is_there.then_some(length)
}

/// The mark of success that a text begins with.
pub(super) fn mark(text: &str) -> Option<&'static str> {
    let text = without_beginning(text);
    MARKS.iter().copied().find(|mark| text.starts_with(mark))
}

/// Words that say that what stands beside them passed.
static PASSES: Known = Known::of(&["ok", "pass", "passed"]);

/// Words that say that it did not.
static FAILS: Known =
    Known::of(&["error", "errors", "fail", "failed", "failing", "failure", "failures", "not", "panicked"]);

/// Whether a line says that what it names passed.
pub(super) fn says_pass(line: &str, words: &[Word<'_>]) -> bool {
    let begins = mark(line).is_some() || words.first().is_some_and(|first| PASSES.have(first.text));
    let ends = || match words {
        // Behind a number it is a count.
        [.., before, last] => {
            PASSES.have(last.text) && !before.text.starts_with(|first: char| first.is_ascii_digit())
        }
        _ => false,
    };
    (begins || ends()) && !words.iter().any(|word| FAILS.have(word.text))
}

/// What an output bears out.
struct Evidence<'a> {
    said: &'a Survey,
    has_failed: bool,
    has_warned: bool,
    /// Whether a test was run.
    has_tested: bool,
    /// Whether it ends before it says how it ended.
    is_cut_off: bool,
}

impl<'a> Evidence<'a> {
    fn of(extract: &Extract<'_>, said: &'a Survey) -> Evidence<'a> {
        let numbers = |label| said.numbers.of(label).any(|number| number > 0);
        let of_tests = |kind| matches!(kind, Kind::Failure | Kind::Group);
        let [_, passed] = extract.passed;
        Evidence {
            said,
            has_failed: said.numbers.tell_of_failures()
                || extract.facts.iter().any(|fact| fact.is_required && fact.kind != Kind::Result),
            has_warned: numbers(Label::Warnings)
                || extract.facts.iter().any(|fact| fact.kind == Kind::Warning),
            has_tested: passed + extract.passed_groups + extract.skipped.len() as u64 > 0
                || [Label::Passed, Label::Failed, Label::Skipped].into_iter().any(numbers)
                || extract.facts.iter().any(|fact| of_tests(fact.kind)),
            is_cut_off: extract.is_cut_off,
        }
    }

    /// Whether a claim of a class is the output's, in whatever words.
    fn bears_out(&self, class: Class) -> bool {
        let has = |classes: &[Class]| self.said.claims.all().any(|claim| classes.contains(&claim.class));
        match class {
            Class::Good | Class::Ended => {
                has(&[Class::Good, Class::Ended]) && !self.has_failed && !self.is_cut_off
            }
            Class::Calm => has(&[Class::Good, Class::Ended, Class::Calm]) && !self.has_warned,
            Class::NoTests => has(&[Class::NoTests]) && !self.has_tested,
            Class::Nothing => has(&[Class::Nothing, Class::NoTests]),
            Class::Clean => has(&[Class::Clean]),
            Class::Bad => self.has_failed,
        }
    }
}

/// Refuses a reduction that claims what the output does not.
pub(super) fn compare(
    families: Families,
    extract: &Extract<'_>,
    said: &Survey,
    reading: &Reading<'_>,
    input: &str,
) -> Result<(), Reason> {
    let stated = &reading.survey;
    let evidence = Evidence::of(extract, said);
    let tells_of_failures = stated.numbers.tell_of_failures();
    // `0 failed`, where the output gives no such number and nothing else is said to have failed.
    let zero = [Label::Failed, Label::Errors, Label::Issues].into_iter().find(|label| {
        let is_zero = stated.numbers.of(*label).any(|number| number == 0);
        is_zero && !tells_of_failures && said.numbers.of(*label).next().is_none()
    });
    let denies_warnings = stated.numbers.of(Label::Warnings).any(|number| number == 0)
        && !said.numbers.of(Label::Warnings).any(|number| number == 0);
    if evidence.has_warned && denies_warnings {
        return Err(Reason::FalseSuccess { claim: Label::Warnings.name() });
    }
    if let Some(zero) = zero
        && !evidence.bears_out(Class::Good)
    {
        return Err(Reason::FalseSuccess { claim: zero.name() });
    }
    if families.is_content() || families.is_unknown() {
        let is_said = |claim: &Claim| said.claims.all().any(|other| other.text == claim.text);
        let claims = stated.claims.all().filter(|claim| claim.is_no_count);
        let claim = { claims }.find(|claim| !is_said(claim) && !evidence.bears_out(claim.class));
        return claim.map_or(Ok(()), |claim| Err(Reason::FalseSuccess { claim: claim.text }));
    }
    // One test may be said to have passed, as the output says of others.
    let has_single = of_bits(said.claims.single).any(|claim| claim.class == Class::Good);
    let open = reading.sayings.iter().filter(|saying| {
        let is_count = saying.is_mark && (tells_of_failures || input.contains(saying.name));
        !(is_count || saying.is_single && has_single || evidence.bears_out(saying.class))
    });
    let open: Vec<_> = open.collect();
    if let Some(saying) = borne::missing(input, &open, evidence.has_failed) {
        return Err(Reason::FalseSuccess { claim: saying.name });
    }
    // Nothing failed, or the output would have it as a fact.
    let failures = if evidence.has_failed { Vec::new() } else { reading.failures() };
    match borne::missing(input, &failures.iter().collect::<Vec<_>>(), false) {
        Some(saying) => Err(Reason::Invented { text: saying.line.trim().to_owned() }),
        None => Ok(()),
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
