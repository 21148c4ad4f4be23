//! What a command means to the edit guard.

use std::ops::Range;
use std::path::Path;

use toolhost_capability::shell::{Invocation, SHELLS, Script, Word, program_name};

use super::layers::{Layer, layers};
use super::matching::{changes_nothing, fits, has_goal, of_script, proves_nothing};
use super::table::{CHANGING, ON_OPERANDS, VERIFYING, WRITERS};

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

/// What one program of a command means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Neutral,
    Verifies,
    Changes,
}

/// What a command means, and what of it was in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) reading: Reading,
    /// A sentence about a verification whose success the command's own does not show.
    pub(crate) lost: Option<String>,
}

/// The most characters of a command that a sentence shows.
const SHOWN: usize = 60;

impl Reader<'_> {
    /// Reads a command as the shell would.
    pub(crate) fn read(&self, command: &str) -> Meaning {
        let script = Script::parse(command);
        let is_away = self.is_away(command, &script);
        let mut reading = Reading::Neutral;
        let mut lost = None;
        for invocation in script.invocations() {
            let class = match self.classify(invocation) {
                Class::Changes if is_away && self.is_relative(invocation) => Class::Neutral,
                class => class,
            };
            lost = match class {
                Class::Neutral => lost,
                Class::Verifies if !invocation.certain => Some(in_vain(command, invocation)),
                Class::Verifies | Class::Changes => None,
            };
            reading = match (reading, class) {
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
        let is_verified = matches!(reading, Reading::Verifies | Reading::ChangesThenVerifies);
        Meaning { reading, lost: lost.filter(|_| !is_verified) }
    }

    /// Whether the whole command runs in a folder outside of the workspace: it begins with a `cd` to one, and has neither
    /// another one nor a shell within the shell.
    fn is_away(&self, command: &str, script: &Script) -> bool {
        let Some((first, others)) = script.invocations().split_first() else { return false };
        let [Some(program), folder] = &first.words[..] else { return false };
        let Some(Range { start, end }) = first.place.clone() else { return false };
        let moves = |other: &Invocation| {
            let program = other.words.first().and_then(Option::as_deref);
            program.is_none_or(|program| ["cd", "pushd", "popd"].contains(&program))
        };
        let before = command.get(..start).unwrap_or_default();
        let behind = command.get(end..).unwrap_or_default().trim_start_matches(' ');
        program == "cd"
            && before.trim().is_empty()
            && ["&&", ";", "\n"].iter().any(|joint| behind.starts_with(joint))
            && !command.contains('(')
            && !self.is_inside(folder)
            && !others.iter().any(moves)
    }

    /// Whether no word and no output of a command is a path of the workspace, nor may become one.
    fn is_relative(&self, invocation: &Invocation) -> bool {
        let is_elsewhere = |word: &Word| {
            word.as_deref()
                .is_some_and(|text| !(text.contains("..") || text.contains('/') && self.names(text)))
        };
        invocation.words.iter().chain(&invocation.outputs).all(is_elsewhere)
    }

    /// Whether a text has the path of the workspace in it.
    fn names(&self, text: &str) -> bool {
        self.workspace.to_str().is_none_or(|workspace| text.contains(workspace))
    }

    fn classify(&self, invocation: &Invocation) -> Class {
        let layers = layers(&invocation.words);
        if layers.iter().any(|layer| self.is_configured(layer)) {
            return Class::Verifies;
        }
        let classes = layers.iter().map(|layer| self.of_layer(layer));
        if let Some(class) = classes.into_iter().find(|class| *class != Class::Neutral) {
            return class;
        }
        let program = layers.last().and_then(|layer| layer.words.first()?.as_deref());
        let writes = program.is_some_and(|program| WRITERS.contains(&program_name(program)))
            && invocation.outputs.iter().any(|target| self.is_inside(target));
        if writes { Class::Changes } else { Class::Neutral }
    }

    fn of_layer(&self, layer: &Layer<'_>) -> Class {
        let Some((Some(program), words)) = layer.words.split_first() else { return Class::Neutral };
        let program = program_name(program);
        if layer.is_fed && SHELLS.contains(&program) {
            let script = handed_text(words).map(|text| self.read(text).reading);
            let changes =
                script.is_some_and(|reading| !matches!(reading, Reading::Neutral | Reading::Verifies));
            return if changes { Class::Changes } else { Class::Neutral };
        }
        let verifies = !layer.is_fed
            && !proves_nothing(program, words)
            && fits(VERIFYING, program, words)
            && has_goal(program, words);
        if verifies {
            return Class::Verifies;
        }
        match of_script(program, words) {
            Class::Neutral => {}
            Class::Verifies if layer.is_fed || proves_nothing(program, words) => {}
            class => return class,
        }
        let changes =
            !changes_nothing(words) && fits(CHANGING, program, words) && !self.is_elsewhere(program, words);
        if changes { Class::Changes } else { Class::Neutral }
    }

    /// Whether the command begins with the words of a verifier of the profile's own.
    fn is_configured(&self, layer: &Layer<'_>) -> bool {
        !layer.is_fed && self.verifiers.iter().any(|verifier| layer.words.starts_with(&verifier.words))
    }

    /// Whether all that the program would change lies outside of the workspace.
    fn is_elsewhere(&self, program: &str, words: &[Word]) -> bool {
        let is_option = |word: &&Word| word.as_deref().is_some_and(|text| text.starts_with('-'));
        let mut operands = words.iter().filter(|word| !is_option(word));
        ON_OPERANDS.contains(&program) && {
            let targets: Vec<&Word> = match program {
                // What they write to comes last.
                "cp" | "ln" | "install" => operands.next_back().into_iter().collect(),
                // Where it looks comes first.
                "find" => words.iter().take_while(|word| !is_option(word)).collect(),
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

/// Why a verification does not count, and what to do instead.
fn in_vain(command: &str, invocation: &Invocation) -> String {
    let written = invocation.place.clone().and_then(|place| command.get(place)).map(str::to_owned);
    let written = written.unwrap_or_else(|| {
        let words = invocation.words.iter().map(|word| word.as_deref().unwrap_or("…"));
        words.collect::<Vec<_>>().join(" ")
    });
    let mut shown: String = written.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(end);
        shown.push('…');
    }
    if invocation.is_piped {
        format!(
            "`{shown}` did not count as a verification: its status is lost behind the pipe. Run it alone, or begin \
             with `set -o pipefail;`."
        )
    } else {
        format!(
            "`{shown}` did not count as a verification: the command may exit with 0 though it failed. Run it alone, \
             or with `&&` before what follows."
        )
    }
}

/// The text that a shell is handed with `-c`.
fn handed_text(words: &[Word]) -> Option<&str> {
    let is_handing = |word: &Word| {
        word.as_deref()
            .is_some_and(|text| text.starts_with('-') && !text.starts_with("--") && text.contains('c'))
    };
    let at = words.iter().position(is_handing)?;
    words.get(at + 1)?.as_deref()
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
