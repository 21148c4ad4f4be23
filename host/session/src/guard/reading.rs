//! What a command means to the edit guard.

use std::path::Path;

use toolhost_capability::shell::{
    Invocation, SHORTENING, Script, Word, innermost as innermost_of, program_name,
};

use super::table::{IDLE, MUTATING, ON_OPERANDS, Row, SCRIPT_RUNNERS, SCRIPTS, VALUES, VERIFYING, WRITERS};

/// What a command means to the edit guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// It runs, and does not count.
    Neutral,
    /// If it exits with 0, what was there before it is verified.
    Verifies,
    /// If it exits with 0, files were changed.
    Changes,
    /// If it exits with 0, files were changed, and what came of it is verified.
    ChangesThenVerifies,
    /// If it exits with 0, what was there before it is verified, and files were changed afterwards.
    VerifiesThenChanges,
}

/// Who reads commands: the workspace that they are about, and what verifies beside the table.
pub(crate) struct Reader<'a> {
    pub(crate) workspace: &'a Path,
    pub(crate) verifiers: &'a [Verifier],
}

/// A command of the profile's own that verifies, whatever words follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verifier {
    /// As a person would type it.
    pub(crate) text: String,
    words: Vec<Word>,
}

impl Verifier {
    /// Reads a command; none if it is not one program with words that the shell leaves as they are.
    pub(crate) fn read(text: &str) -> Option<Verifier> {
        let script = Script::parse(text);
        let [invocation] = script.invocations() else { return None };
        let words = invocation.words.clone();
        (invocation.certain && words.iter().all(Option::is_some))
            .then(|| Verifier { text: text.to_owned(), words })
    }
}

/// What runs in the end, behind wrappers and what shortens output.
fn innermost(invocation: &Invocation) -> &[Word] {
    let mut words = invocation.innermost();
    while let Some((Some(program), rest)) = words.split_first()
        && SHORTENING.contains(&program_name(program))
    {
        words = innermost_of(rest);
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Neutral,
    Verifies,
    Changes,
}

impl Reader<'_> {
    /// Reads a command as the shell would.
    pub(crate) fn read(&self, command: &str) -> Reading {
        let script = Script::parse(command);
        let mut reading = Reading::Neutral;
        for invocation in script.invocations() {
            reading = match (reading, self.classify(invocation)) {
                (Reading::Neutral, Class::Verifies) if invocation.certain => Reading::Verifies,
                (Reading::Changes | Reading::VerifiesThenChanges, Class::Verifies) if invocation.certain => {
                    Reading::ChangesThenVerifies
                }
                (Reading::Neutral, Class::Changes) => Reading::Changes,
                (Reading::Verifies | Reading::ChangesThenVerifies, Class::Changes) => {
                    Reading::VerifiesThenChanges
                }
                (reading, _) => reading,
            };
        }
        reading
    }

    fn classify(&self, invocation: &Invocation) -> Class {
        let words = innermost(invocation);
        let Some(program) = words.first().and_then(Option::as_deref) else { return Class::Neutral };
        let program = program_name(program);
        let words = &words[1..];
        if self.is_configured(invocation) {
            return Class::Verifies;
        }
        let is_idle = words.iter().flatten().any(|word| IDLE.contains(&word.as_str()));
        if !is_idle && (fits(VERIFYING, program, words) || runs_script(program, words)) {
            return Class::Verifies;
        }
        let writes =
            WRITERS.contains(&program) && invocation.outputs.iter().any(|target| self.is_inside(target));
        if writes || (fits(MUTATING, program, words) && !self.is_elsewhere(program, words)) {
            return Class::Changes;
        }
        Class::Neutral
    }

    /// Whether the command begins with the words of a verifier of the profile's own.
    fn is_configured(&self, invocation: &Invocation) -> bool {
        let written = [invocation.words.as_slice(), innermost(invocation)];
        self.verifiers.iter().any(|verifier| written.iter().any(|words| words.starts_with(&verifier.words)))
    }

    /// Whether all that the program would change lies outside of the workspace.
    fn is_elsewhere(&self, program: &str, words: &[Word]) -> bool {
        let mut operands =
            words.iter().filter(|word| word.as_deref().is_none_or(|text| !text.starts_with('-')));
        ON_OPERANDS.contains(&program) && {
            let targets: Vec<&Word> = match program {
                // What they write to comes last.
                "cp" | "ln" | "install" => operands.next_back().into_iter().collect(),
                _ => operands.collect(),
            };
            !targets.is_empty() && targets.iter().all(|target| !self.is_inside(target))
        }
    }

    /// Whether a path may lie in the workspace. Of one that only the shell will know that is assumed.
    fn is_inside(&self, path: &Word) -> bool {
        let Some(path) = path.as_deref() else { return true };
        !path.starts_with('/') || Path::new(path).starts_with(self.workspace)
    }
}

fn fits(table: &[Row], program: &str, words: &[Word]) -> bool {
    table.iter().any(|row| row.programs.contains(&program) && row.fits(program, words))
}

impl Row {
    fn fits(&self, program: &str, words: &[Word]) -> bool {
        let has = |options: &[&str]| {
            words.iter().flatten().any(|word| options.iter().any(|option| is(word, option)))
        };
        let operands = operands(program, words);
        let subcommand = self.subcommands.is_empty()
            || self.subcommands.iter().any(|subcommand| {
                let mut operands = operands.iter();
                subcommand
                    .split(' ')
                    .all(|word| operands.next().is_some_and(|operand| operand.as_deref() == Some(word)))
            });
        subcommand && (self.with.is_empty() || has(self.with)) && !has(self.without)
    }
}

/// Whether a word is this option, perhaps with a value. An option that ends in `*` stands for all that begin so.
fn is(word: &str, option: &str) -> bool {
    if let Some(beginning) = option.strip_suffix('*') {
        return word.starts_with(beginning);
    }
    word.strip_prefix(option)
        .is_some_and(|rest| rest.is_empty() || (option.starts_with("--") && rest.starts_with('=')))
}

/// The words that are neither options nor their values, nor a toolchain of cargo's.
fn operands(program: &str, words: &[Word]) -> Vec<Word> {
    let with_values =
        VALUES.iter().find(|(name, _)| *name == program).map_or(&[][..], |(_, options)| options);
    let mut operands = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_deref() {
            Some("--") => break,
            Some(text) if with_values.contains(&text) => {
                words.next();
            }
            Some(text) if text.starts_with('-') || text.starts_with('+') => {}
            _ => operands.push(word.clone()),
        }
    }
    operands
}

/// Whether a script of a manifest runs whose name says that it verifies.
fn runs_script(program: &str, words: &[Word]) -> bool {
    if !SCRIPT_RUNNERS.contains(&program) {
        return false;
    }
    let operands = operands(program, words);
    let mut names = operands.iter().flatten().map(String::as_str);
    let script = match names.next() {
        Some("run" | "run-script" | "task" | "run-many" | "affected") => names.next(),
        first => first,
    };
    script.is_some_and(|script| {
        let first = script.split([':', '.', '/']).next().unwrap_or(script);
        SCRIPTS.contains(&first)
            || SCRIPTS
                .iter()
                .any(|name| script.strip_suffix(name).is_some_and(|rest| rest.ends_with([':', '-'])))
    })
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
