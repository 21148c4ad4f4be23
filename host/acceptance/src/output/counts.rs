//! Numbers with a label, such as `3 failed`: a reduction repeats those of failures, and states none that is not borne
//! out.

use memchr::memmem;

use super::Reason;
use super::extract::Extract;
use super::fact::Kind;
use super::survey::Line;
use super::words::{Beginnings, Word};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Failed,
    Errors,
    Issues,
    Warnings,
    Passed,
    Skipped,
    /// Tests that are to fail.
    XFailed,
    /// Tests that are not written yet.
    Todo,
    Filtered,
    Unreachable,
    Files,
    Matches,
    Insertions,
    Deletions,
}

/// Words that stand for labels; the first of each stands for it in reasons.
const WORDS: &[(&str, Label)] = &[
    ("failed", Label::Failed),
    ("failures", Label::Failed),
    ("failure", Label::Failed),
    ("failing", Label::Failed),
    ("fail", Label::Failed),
    ("errors", Label::Errors),
    ("error", Label::Errors),
    ("problems", Label::Issues),
    ("problem", Label::Issues),
    ("issues", Label::Issues),
    ("issue", Label::Issues),
    ("violations", Label::Issues),
    ("warnings", Label::Warnings),
    ("warning", Label::Warnings),
    ("passed", Label::Passed),
    ("passing", Label::Passed),
    ("pass", Label::Passed),
    ("skipped", Label::Skipped),
    ("ignored", Label::Skipped),
    ("skip", Label::Skipped),
    ("todo", Label::Todo),
    ("xfailed", Label::XFailed),
    ("filtered", Label::Filtered),
    ("deselected", Label::Filtered),
    ("unreachable", Label::Unreachable),
    ("files", Label::Files),
    ("file", Label::Files),
    ("matches", Label::Matches),
    ("match", Label::Matches),
    ("insertions", Label::Insertions),
    ("insertion", Label::Insertions),
    ("deletions", Label::Deletions),
    ("deletion", Label::Deletions),
];

const _: () = assert!(WORDS.len() <= u64::BITS as usize);

/// The words that begin with a letter, as bits by their places in the table: a small one and its capital are 32 apart.
static BY_LETTER: [u64; 32] = {
    let mut letters = [0; 32];
    let mut at = 0;
    while at < WORDS.len() {
        letters[WORDS[at].0.as_bytes()[0] as usize % 32] |= 1 << at;
        at += 1;
    }
    letters
};

/// Beginnings of these words.
pub(super) const BEGINNINGS: Beginnings = {
    let mut beginnings = Beginnings::NONE;
    let mut rest = WORDS;
    while let Some(((word, _), after)) = rest.split_first() {
        beginnings = beginnings.with(word);
        rest = after;
    }
    beginnings
};

/// Whether a word says what is counted.
pub(super) fn is_label(word: &str) -> bool {
    Label::of(word).is_some()
}

impl Label {
    const ALL: [Label; 14] = [
        Label::Failed,
        Label::Errors,
        Label::Issues,
        Label::Warnings,
        Label::Passed,
        Label::Skipped,
        Label::XFailed,
        Label::Todo,
        Label::Filtered,
        Label::Unreachable,
        Label::Files,
        Label::Matches,
        Label::Insertions,
        Label::Deletions,
    ];

    /// What stands for it in reasons.
    pub(super) fn name(self) -> &'static str {
        WORDS.iter().find(|(_, label)| *label == self).map(|(word, _)| *word).unwrap_or_default()
    }

    #[inline]
    fn of(word: &str) -> Option<Label> {
        static KNOWN: Beginnings = BEGINNINGS;
        if KNOWN.fit(word) { Label::looked_up(word) } else { None }
    }

    fn looked_up(word: &str) -> Option<Label> {
        let mut left = BY_LETTER[usize::from(*word.as_bytes().first()?) % 32];
        while left != 0 {
            let (known, label) = WORDS.get(left.trailing_zeros() as usize)?;
            if known.eq_ignore_ascii_case(word) {
                return Some(*label);
            }
            left &= left - 1;
        }
        None
    }

    /// Whether it counts what went wrong.
    fn is_of_failures(self) -> bool {
        matches!(self, Label::Failed | Label::Errors | Label::Issues | Label::Unreachable)
    }

    /// Whether it counts what nobody looked at, which is no success either.
    fn is_of_the_unseen(self) -> bool {
        matches!(self, Label::Skipped | Label::XFailed | Label::Todo | Label::Filtered | Label::Unreachable)
    }

    /// Whether a number of it must be borne out even if the output gives none.
    fn is_of_the_end(self) -> bool {
        matches!(self, Label::Failed | Label::Errors | Label::Issues | Label::Warnings | Label::Passed)
    }
}

/// Words that may stand between a number and its label.
const BETWEEN: &[&str] = &["tests", "test", "previous", "new", "total", "cases", "type"];

fn is_between(word: &str) -> bool {
    static KNOWN: Beginnings = Beginnings::NONE.with_all(BETWEEN);
    KNOWN.fit(word) && BETWEEN.contains(&word)
}

/// The numbers of a text, by label.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    by_label: [Vec<u64>; Label::ALL.len()],
}

impl Numbers {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.by_label.iter().all(Vec::is_empty)
    }

    /// Those of one label, as they come.
    pub(super) fn of(&self, label: Label) -> impl Iterator<Item = u64> {
        self.by_label.get(label as usize).into_iter().flatten().copied()
    }

    fn add(&mut self, label: Label, number: u64) {
        if let Some(numbers) = self.by_label.get_mut(label as usize) {
            numbers.push(number);
        }
    }

    /// Those of one label, each once, in ascending order.
    fn sorted(&self, label: Label) -> Vec<u64> {
        let mut numbers: Vec<u64> = self.of(label).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Whether a number of something that went wrong is not 0.
    pub(super) fn tell_of_failures(&self) -> bool {
        Label::ALL
            .into_iter()
            .filter(|label| label.is_of_failures())
            .flat_map(|label| self.of(label))
            .any(|number| number > 0)
    }
}

/// Adds the numbers of a line to others.
pub(super) fn read(line: &Line<'_>, numbers: &mut Numbers) {
    let text = line.text;
    // The label that already has the number before it.
    let mut served = None;
    for (index, word) in line.told() {
        let rest = line.words.get(index + 1..).unwrap_or_default();
        if word.begins_with_digit() {
            // The number itself is read last: most have no label.
            let (behind, next) = match rest {
                [between, next, ..] if is_between(between.text) && is_apart(text, between, next) => {
                    (between, Some((index + 2, next)))
                }
                [next, ..] => (next, Some((index + 1, next))),
                [] => (word, None),
            };
            if let Some((at, next)) = next
                && let Some(label) = Label::of(next.text)
                && is_apart(text, word, behind)
                && let Some(number) = counted(line, index)
            {
                numbers.add(label, number);
                served = Some(at);
            }
        } else if served != Some(index)
            && let (Some(label), [next, ..]) = (Label::of(word.text), rest)
        {
            // `failures=1`, `Errors: 2`, `FAIL (3)`; not `error: 3 things`.
            let between = text.get(word.at + word.text.len()..next.at).unwrap_or_default();
            let is_plural = word.text.len() > 4 && !word.text.eq_ignore_ascii_case("error");
            // `# pass 3`, as the Test Anything Protocol has it.
            let is_given = matches!(between, " (" | "=")
                || (between == " " && text.starts_with("# "))
                || (is_plural && matches!(between, ": " | ":" | ": ("));
            if let (true, Ok(number)) = (is_given, next.text.parse()) {
                numbers.add(label, number);
            }
        }
    }
}

/// The number that a word of digits is, unless it is part of something else: a place, a version, a time. Of `3/5` it is
/// the first one.
fn counted(line: &Line<'_>, at: usize) -> Option<u64> {
    let word = line.words.get(at)?;
    let sign = |word: &Word<'_>| word.at.checked_sub(1).and_then(|before| line.text.as_bytes().get(before));
    let part = line.before(at).filter(|part| part.is_number() && part.at + part.text.len() + 1 == word.at);
    let word = part.filter(|_| sign(word) == Some(&b'/')).unwrap_or(word);
    let is_part = sign(word).is_some_and(|sign| matches!(sign, b':' | b'.' | b'-' | b'/' | b'#' | b'+'));
    word.text.parse().ok().filter(|_| !is_part)
}

/// Whether only blanks stand between two words.
fn is_apart(line: &str, word: &Word<'_>, next: &Word<'_>) -> bool {
    let between = line.get(word.at + word.text.len()..next.at);
    between.is_some_and(|between| between == " " || between.trim().is_empty())
}

/// Compares the numbers of a reduction with what the output bears out.
pub(super) fn compare(
    extract: &Extract<'_>,
    input: &Numbers,
    stated: &Numbers,
    reduction: &str,
) -> Result<(), Reason> {
    let mut whole = Numbers::default();
    let mut line = Line::default();
    for summary in &extract.summaries {
        line.read(summary);
        read(&line, &mut whole);
    }
    let has_failed = whole.tell_of_failures()
        || extract.facts.iter().any(|fact| fact.is_required && fact.kind != Kind::Result);
    let is_named = extract.facts.iter().any(|fact| {
        fact.is_required && !matches!(fact.kind, Kind::Result | Kind::Warning | Kind::Exit | Kind::Group)
    });
    for label in Label::ALL {
        // Warnings are summed up several times over, and files are sorted into several sums.
        let is_a_sum = !matches!(label, Label::Warnings | Label::Files);
        let total: u64 = if is_a_sum { whole.of(label).fold(0, u64::saturating_add) } else { 0 };
        let must_be_there = match label {
            // A single one that the facts have is there, or it would be missed.
            _ if label.is_of_failures() => total > 1 || (total == 1 && !is_named),
            Label::Passed => total > 0 && !has_failed,
            // Beside what failed, this may go with all that did not.
            Label::Skipped | Label::XFailed | Label::Todo => {
                total > 0 && (!has_failed || stated.of(Label::Passed).next().is_some())
            }
            _ => false,
        };
        let of_stated = stated.sorted(label);
        let is_stated = |number: u64| of_stated.binary_search(&number).is_ok();
        let is_there = is_stated(total) || whole.of(label).filter(|part| *part > 0).all(is_stated);
        if must_be_there && !is_there {
            return Err(Reason::CountChanged { label: label.name(), stated: stated.of(label).next() });
        }
        // None, where the output has some and nothing but some.
        let is_denied = label.is_of_failures()
            && stated.of(label).all(|number| number == 0)
            && input.of(label).next().is_some()
            && input.of(label).all(|number| number > 0);
        if stated.of(label).next().is_some() {
            if is_denied {
                return Err(Reason::CountChanged { label: label.name(), stated: Some(0) });
            }
            let sum = whole.of(label).next().map(|_| total);
            bear_out(label, sum, extract, input, stated)?;
        }
    }
    let is_told = || stated.of(Label::Skipped).any(|number| number == extract.skipped.len() as u64);
    if !extract.skipped.is_empty() && !has_failed && !is_told() && !has_all(reduction, &extract.skipped) {
        return Err(Reason::CountChanged { label: Label::Skipped.name(), stated: None });
    }
    Ok(())
}

/// How many names of tests that were skipped are looked for.
const MAX_LOOKUPS: usize = 100;

/// Whether a reduction names all these tests.
fn has_all(reduction: &str, names: &[&str]) -> bool {
    let has = |name: &&str| memmem::find(reduction.as_bytes(), name.as_bytes()).is_some();
    names.len() <= MAX_LOOKUPS && names.iter().all(has)
}

/// Whether each number of a label is one of the output's, or counts its facts, or is a part of a sum that is.
fn bear_out(
    label: Label,
    sum: Option<u64>,
    extract: &Extract<'_>,
    input: &Numbers,
    stated: &Numbers,
) -> Result<(), Reason> {
    let mut known = input.sorted(label);
    // Where the output counts what went wrong, its facts need not be counted.
    let counted =
        if sum.is_some() && label.is_of_failures() { Vec::new() } else { counted_facts(label, extract) };
    if known.is_empty() && counted.iter().all(|count| *count == 0) && !label.is_of_the_end() {
        return Ok(());
    }
    known.extend(if label.is_of_the_unseen() { sum } else { Some(sum.unwrap_or_default()) });
    known.extend(counted);
    known.sort_unstable();
    let others: Vec<u64> = stated.of(label).filter(|number| known.binary_search(number).is_err()).collect();
    let all_others: u64 = others.iter().copied().fold(0, u64::saturating_add);
    // Numbers for each file add up to the whole.
    if others.is_empty() || (others.len() > 1 && known.binary_search(&all_others).is_ok()) {
        return Ok(());
    }
    // A claim that there are none is looked at as a claim, unless it is of what nobody looked at.
    let has_unseen = label.is_of_the_unseen() && known.iter().any(|number| *number > 0);
    if !has_unseen && others.iter().all(|number| *number == 0) {
        return Ok(());
    }
    Err(Reason::CountChanged { label: label.name(), stated: others.first().copied() })
}

/// The numbers of facts that a number of this label may mean.
fn counted_facts(label: Label, extract: &Extract<'_>) -> Vec<u64> {
    let distinct = |kinds: &[Kind], only_outer| extract.distinct(kinds, only_outer);
    match label {
        Label::Failed => {
            vec![
                distinct(&[Kind::Failure], false),
                distinct(&[Kind::Failure], true),
                distinct(&[Kind::Group], false),
            ]
        }
        Label::Errors => vec![distinct(&[Kind::Error], false), distinct(&[Kind::Error, Kind::Panic], false)],
        Label::Issues => vec![
            distinct(&[Kind::Error], false),
            distinct(&[Kind::Error, Kind::Warning], false),
            distinct(&[Kind::Failure], false),
        ],
        Label::Warnings => vec![distinct(&[Kind::Warning], false)],
        Label::Passed => [&extract.passed[..], &[extract.passed_groups]].concat(),
        Label::Files => {
            let mut files: Vec<&str> = extract.facts.iter().filter_map(|fact| Some(fact.place?.0)).collect();
            files.sort_unstable();
            files.dedup();
            let results = distinct(&[Kind::Result], false);
            vec![files.len() as u64, results, distinct(&[Kind::Failure], false)]
        }
        Label::Matches => vec![extract.facts.iter().filter(|fact| fact.kind == Kind::Result).count() as u64],
        Label::Skipped => vec![extract.skipped.len() as u64],
        Label::XFailed
        | Label::Todo
        | Label::Filtered
        | Label::Unreachable
        | Label::Insertions
        | Label::Deletions => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_by_its_first_letter() {
        for (word, label) in WORDS {
            assert_eq!(Label::of(word), Some(*label), "{word}");
            assert_eq!(Label::of(&word.to_uppercase()), Some(*label), "{word}");
        }
    }

    #[test]
    fn numbers_of_lines() {
        use Label::{
            Deletions, Errors, Failed, Files, Insertions, Issues, Passed, Skipped, Todo, Warnings, XFailed,
        };
        let rows: [(&str, &[(Label, u64)]); 27] = [
            ("test result: FAILED. 1 passed; 3 failed; 2 ignored", &[(Passed, 1), (Failed, 3), (Skipped, 2)]),
            (
                "=== 3 failed, 102 passed, 1 skipped, 1 error in 0.32s ===",
                &[(Failed, 3), (Passed, 102), (Skipped, 1), (Errors, 1)],
            ),
            ("      Tests  3 failed | 42 passed (45)", &[(Failed, 3), (Passed, 42)]),
            ("Tests:       2 failed, 31 passed, 33 total", &[(Failed, 2), (Passed, 31)]),
            ("PASS (42) FAIL (3)", &[(Passed, 42), (Failed, 3)]),
            ("FAILED (failures=1, errors=2)", &[(Failed, 1), (Errors, 2)]),
            ("Failures: 1, Errors: 2", &[(Failed, 1), (Errors, 2)]),
            ("failed: 1, passed: 3", &[(Failed, 1), (Passed, 3)]),
            ("✖ 15 problems (11 errors, 4 warnings)", &[(Issues, 15), (Errors, 11), (Warnings, 4)]),
            ("due to 4 previous errors; 1 warning emitted", &[(Errors, 4), (Warnings, 1)]),
            ("Found 30 errors in 6 files (checked 6 source files)", &[(Errors, 30), (Files, 6)]),
            ("3 tests failed", &[(Failed, 3)]),
            (
                "3 files changed, 10 insertions(+), 2 deletions(-)",
                &[(Files, 3), (Insertions, 10), (Deletions, 2)],
            ),
            ("FAILURES (7):", &[(Failed, 7)]),
            ("  12:5  error  'x' is not defined", &[]),
            ("error: 3 things", &[]),
            ("error (3)", &[(Errors, 3)]),
            ("v1.2 failed", &[]),
            ("+3 files", &[]),
            ("# fail 3", &[(Failed, 3)]),
            ("5/6 passed", &[(Passed, 5)]),
            ("a/5 passed", &[]),
            ("4 passed, 2 xfailed, 1 todo", &[(Passed, 4), (XFailed, 2), (Todo, 1)]),
            ("fail 3", &[]),
            ("--- FAIL: TestA (0.00s)", &[]),
            ("2, failed", &[]),
            ("failed", &[]),
        ];
        for (line, expected) in rows {
            let numbers = super::super::survey::survey(line).numbers;
            let mut sorted = Numbers::default();
            expected.iter().for_each(|(label, number)| sorted.add(*label, *number));
            assert_eq!(numbers, sorted, "{line}");
        }
    }
}
