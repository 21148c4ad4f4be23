//! What is known of programs: what they print, and which of their options change that, or change more than that.

mod table;

use toolhost_capability::shell::{Word, program_name};

use crate::hint::Hint;
use crate::output::Family;

/// A program, or several that take the same words, used in a way that only looks.
#[derive(Debug)]
pub(crate) struct Program {
    /// Names, without folder.
    pub(crate) names: &'static [&'static str],
    /// The first words that are no options: one of these must be there. Empty: whatever they are.
    subcommands: &'static [&'static str],
    /// One of these options must be there. Empty: none need be.
    with: &'static [&'static str],
    /// Options that make the output another one: another format, other columns, a count.
    format: &'static [&'static str],
    /// Options by which it changes something, or runs something else.
    changes: &'static [&'static str],
    /// Whether it may do so whatever its options, or asks another machine.
    acts: bool,
    /// Options that take the next word.
    values: &'static [&'static str],
    /// Whether `-ab` is `-a -b`.
    clusters: bool,
    /// The kind of output as the protocols name it, if they do.
    pub(crate) hint: Option<Hint>,
    /// The tables of facts that apply to what it prints.
    pub(crate) family: Family,
}

/// How the words of a command use its program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Use {
    pub(crate) program: &'static Program,
    /// An option is there that makes the output another one.
    pub(crate) is_formatted: bool,
    /// Something may change by it.
    pub(crate) changes: bool,
}

/// How a command uses its program, by the words of the innermost command; none for one that the table does not know.
pub(crate) fn usage(words: &[Word]) -> Option<Use> {
    let (program, arguments) = words.split_first()?;
    let name = program_name(program.as_deref()?);
    let program = table::programs().find(|row| row.names.contains(&name) && row.fits(arguments))?;
    Some(Use {
        program,
        is_formatted: program.has(program.format, arguments) || program.hides_names(name, arguments),
        changes: program.acts || program.has(program.changes, arguments),
    })
}

/// Whether the table has a program of this name, however it is used.
pub(crate) fn is_known(name: &str) -> bool {
    table::programs().any(|program| program.names.contains(&name))
}

impl Program {
    fn fits(&self, arguments: &[Word]) -> bool {
        let operands = self.operands(arguments);
        let subcommand = self.subcommands.is_empty()
            || self.subcommands.iter().any(|subcommand| {
                let mut operands = operands.iter();
                subcommand
                    .split(' ')
                    .all(|word| operands.next().is_some_and(|operand| operand.as_deref() == Some(word)))
            });
        subcommand && (self.with.is_empty() || self.has(self.with, arguments))
    }

    /// Whether one of the options stands among the words.
    fn has(&self, options: &[&str], arguments: &[Word]) -> bool {
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let Some(word) = word.as_deref() else { continue };
            if options.iter().any(|option| self.is(word, option)) {
                return true;
            }
            if self.takes_next(word) {
                words.next();
            }
        }
        false
    }

    /// Whether a word is this option, perhaps with a value, perhaps among others.
    fn is(&self, word: &str, option: &str) -> bool {
        let rest = word.strip_prefix(option);
        if rest.is_some_and(|rest| rest.is_empty() || (option.len() > 2 && rest.starts_with('='))) {
            return true;
        }
        let (Some(letters), Some(letter)) = (self.cluster(word), option.strip_prefix('-')) else {
            return false;
        };
        letter.len() == 1 && letters.contains(letter)
    }

    /// The options of one letter that a word holds, up to one that takes the rest of it.
    fn cluster<'a>(&self, word: &'a str) -> Option<&'a str> {
        let letters = word.strip_prefix('-').filter(|letters| self.clusters && !letters.starts_with('-'))?;
        let valued = letters.char_indices().find(|(_, letter)| self.is_valued(*letter));
        letters.get(..valued.map_or(letters.len(), |(at, letter)| at + letter.len_utf8()))
    }

    fn is_valued(&self, letter: char) -> bool {
        self.values.iter().any(|value| value.len() == 2 && value.ends_with(letter))
    }

    /// Whether the value of an option is the next word.
    fn takes_next(&self, word: &str) -> bool {
        self.values.contains(&word)
            || self.cluster(word).is_some_and(|letters| {
                letters.len() + 1 == word.len()
                    && letters.chars().next_back().is_some_and(|last| self.is_valued(last))
            })
    }

    /// The words that are neither options nor their values.
    fn operands(&self, arguments: &[Word]) -> Vec<Word> {
        let mut operands = Vec::new();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_deref() {
                Some("--") => operands.extend(words.by_ref().cloned()),
                Some(text) if self.takes_next(text) => {
                    words.next();
                }
                // A toolchain of cargo's begins with a plus sign.
                Some(text) if text.starts_with(['-', '+']) && text.len() > 1 => {}
                _ => operands.push(word.clone()),
            }
        }
        operands
    }

    /// Whether `grep` looks into one file, and does not say which: its lines are then `12:text`, which look as if 12
    /// were a file.
    fn hides_names(&self, name: &str, arguments: &[Word]) -> bool {
        let searches = ["-r", "-R", "-H", "--recursive", "--with-filename", "-e", "--regexp", "-f", "--file"];
        ["grep", "egrep", "fgrep"].contains(&name)
            && !self.has(&searches, arguments)
            && self.operands(arguments).iter().filter(|operand| operand.is_some()).count() == 2
            && self.operands(arguments).len() == 2
    }
}
