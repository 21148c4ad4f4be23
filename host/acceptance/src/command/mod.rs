//! Whether a rewritten command may run in place of the original: only what looks, through an optimizer that runs the
//! very same command.

mod faithful;
mod names;

use std::fmt;

use toolhost_capability::shell::{Invocation, SHORTENING, Script, Word, program_name};

use self::faithful::is_faithful;
use crate::Verdict;
use crate::program::usage;
use crate::replacement::{Invalid, check_command};

/// Why a rewritten command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandReason {
    /// It breaks a rule that every replacement keeps.
    Invalid(Invalid),
    /// The original or the rewritten command is no text that was understood whole, something in it runs only to become
    /// part of a word or within a function, or names of programs may have another meaning in it.
    NotUnderstood,
    /// What surrounds the programs is another: operators, redirections, variables, or how many programs there are.
    Rearranged,
    /// Another program would run, or other arguments, or the same ones through something else than an optimizer.
    Replaced,
    /// Something reads what the command prints, or it reads what another prints.
    Consumed,
    /// Its options decide the form of its output, which is for a program or counts.
    Formatted,
    /// It is not known to only look: it may change something, or run elsewhere.
    NotReadOnly,
    /// Of this command the optimizer is not known to keep every failure, its place and the exit status.
    Lossy,
}

impl CommandReason {
    /// The name in metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CommandReason::Invalid(invalid) => invalid.name(),
            CommandReason::NotUnderstood => "not_understood",
            CommandReason::Rearranged => "rearranged",
            CommandReason::Replaced => "replaced",
            CommandReason::Consumed => "consumed",
            CommandReason::Formatted => "formatted",
            CommandReason::NotReadOnly => "not_read_only",
            CommandReason::Lossy => "lossy",
        }
    }
}

/// A sentence for the author of an optimizer.
impl fmt::Display for CommandReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            CommandReason::Invalid(invalid) => invalid.name(),
            CommandReason::NotUnderstood => {
                "one of the two commands, or what a name in it stands for, is not understood whole"
            }
            CommandReason::Rearranged => {
                "operators, redirections, variables or the number of programs are others"
            }
            CommandReason::Replaced => "another program would run, or other arguments",
            CommandReason::Consumed => "a program reads what it prints, or it reads what a program prints",
            CommandReason::Formatted => "its options decide the form of what it prints",
            CommandReason::NotReadOnly => "it is not known to only look",
            CommandReason::Lossy => {
                "the optimizer is not known to keep every failure, place and exit status of it"
            }
        })
    }
}

/// Programs that only change the conditions of the command that follows them, so that a prefix may stand behind them.
const TRANSPARENT: &[&str] =
    &["env", "timeout", "gtimeout", "nice", "ionice", "nohup", "time", "command", "stdbuf", "setsid"];

/// Programs that run a command with other rights. A prefix would get them, too.
const PRIVILEGED: &[&str] = &["sudo", "doas", "su", "pkexec"];

/// Whether `rewritten` may run in place of `original`.
///
/// Every program of the original must be in the rewritten command, as it was or behind one of the prefixes. Only
/// commands are changed that look, whose output is for a reader, that stand in no pipe, and of which the prefix is known
/// to keep what counts.
#[must_use]
pub fn judge_command(original: &str, rewritten: &str) -> Verdict<CommandReason> {
    match compare(original, rewritten) {
        Ok(()) => Verdict::Accepted,
        Err(reason) => Verdict::Refused(reason),
    }
}

fn compare(original: &str, rewritten: &str) -> Result<(), CommandReason> {
    check_command(original, rewritten).map_err(CommandReason::Invalid)?;
    let (before, after) = (Script::parse(original), Script::parse(rewritten));
    if !before.is_understood() || !after.is_understood() {
        return Err(CommandReason::NotUnderstood);
    }
    // A change is sought before the frame is compared, so that the reason names the command that would be changed.
    let pairs = before.invocations().iter().zip(after.invocations());
    for (old, new) in pairs.clone() {
        let (old, new) = (Written::new(original, old)?, Written::new(rewritten, new)?);
        if old.text != new.text || old.invocation.words != new.invocation.words {
            may_change(&before, &old, &new)?;
        }
    }
    let is_framed = before.invocations().len() == after.invocations().len()
        && frame(original, &before) == frame(rewritten, &after);
    if is_framed { Ok(()) } else { Err(CommandReason::Rearranged) }
}

/// An invocation with its text; none of the latter in a text that a shell is handed, which is compared as a whole.
struct Written<'a> {
    invocation: &'a Invocation,
    text: Option<&'a str>,
}

impl<'a> Written<'a> {
    fn new(text: &'a str, invocation: &'a Invocation) -> Result<Self, CommandReason> {
        let text = match invocation.place.clone() {
            Some(place) => Some(text.get(place).ok_or(CommandReason::NotUnderstood)?),
            None => None,
        };
        Ok(Written { invocation, text })
    }
}

/// What of a command line belongs to no program, with a mark in place of each.
fn frame(text: &str, script: &Script) -> String {
    let mut places: Vec<_> =
        script.invocations().iter().filter_map(|invocation| invocation.place.clone()).collect();
    places.sort_by_key(|place| place.start);
    let mut frame = String::new();
    let mut at = 0;
    for place in places {
        // One within another's word is part of that.
        if place.start >= at {
            frame.push_str(text.get(at..place.start).unwrap_or_default());
            frame.push('\0');
            at = place.end;
        } else {
            at = at.max(place.end);
        }
    }
    frame.push_str(text.get(at..).unwrap_or_default());
    frame.trim().to_owned()
}

fn may_change(script: &Script, old: &Written<'_>, new: &Written<'_>) -> Result<(), CommandReason> {
    let (Some(text), Some(rewritten)) = (old.text, new.text) else { return Err(CommandReason::Rearranged) };
    if old.invocation.is_piped || !old.invocation.outputs.is_empty() || names::is_redirected(script) {
        return Err(CommandReason::Consumed);
    }
    // What a function prints goes where its caller sends it.
    let is_in_function = old.invocation.is_in_function;
    if is_in_function || has_substitution(text) || names::are_doubtful(script, &old.invocation.words) {
        return Err(CommandReason::NotUnderstood);
    }
    let words = &old.invocation.words;
    let rights = words.iter().flatten().any(|word| PRIVILEGED.contains(&program_name(word)));
    let usage = usage(old.invocation.innermost()).filter(|usage| !usage.changes && !rights);
    let Some(usage) = usage else { return Err(CommandReason::NotReadOnly) };
    if usage.is_formatted {
        return Err(CommandReason::Formatted);
    }
    match behind_prefix(text, words, rewritten, &new.invocation.words) {
        Some((prefix, command)) if is_faithful(prefix, command) => Ok(()),
        Some(_) => Err(CommandReason::Lossy),
        None => Err(CommandReason::Replaced),
    }
}

/// Whether a command's own words have a command, or what only the shell could read, within them.
fn has_substitution(text: &str) -> bool {
    ["$(", "`", "<(", ">("].iter().any(|mark| text.contains(mark))
}

/// The prefix and the words behind it, if nothing but a prefix came before the program, or before the first one behind
/// what is transparent. Texts are compared, too: words that only the shell will know look all the same.
fn behind_prefix<'a>(
    text: &str,
    words: &'a [Word],
    rewritten: &str,
    new: &[Word],
) -> Option<(&'static str, &'a [Word])> {
    let behind = words.len() - innermost_behind_transparent(words).len();
    [0, behind].into_iter().find_map(|at| {
        let (before, after) = (words.get(..at)?, words.get(at..)?);
        let prefix = SHORTENING.iter().find(|prefix| {
            let prefix_word = Some((**prefix).to_owned());
            new.len() == words.len() + 1
                && new.starts_with(before)
                && new.get(at) == Some(&prefix_word)
                && new.ends_with(after)
                && is_inserted(text, rewritten, prefix)
        })?;
        Some((*prefix, after))
    })
}

/// Whether `rewritten` is `text` with `word` and blanks in one place.
fn is_inserted(text: &str, rewritten: &str, word: &str) -> bool {
    rewritten.match_indices(word).any(|(at, _)| {
        let (Some(before), Some(after)) = (rewritten.get(..at), rewritten.get(at + word.len()..)) else {
            return false;
        };
        after.starts_with(' ') && text.strip_prefix(before) == Some(after.trim_start())
    })
}

/// The words behind the programs that are transparent, their options and plain values.
fn innermost_behind_transparent(words: &[Word]) -> &[Word] {
    let is_transparent =
        |word: &Word| word.as_deref().is_some_and(|word| TRANSPARENT.contains(&program_name(word)));
    if !words.first().is_some_and(is_transparent) {
        return words;
    }
    let is_value = |word: &str| {
        word.starts_with('-') || word.contains('=') || word.starts_with(|first: char| first.is_ascii_digit())
    };
    let first = words.iter().position(|word| !is_transparent(word) && !word.as_deref().is_some_and(is_value));
    first.and_then(|first| words.get(first..)).unwrap_or(words)
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
