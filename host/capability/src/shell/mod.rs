//! Command lines as a POSIX shell reads them: which programs run, and of which an exit status of 0 of the whole says
//! that they succeeded. Nothing is run here, and nothing expanded: a word that only the shell will know is none.

mod handed;
mod parse;
#[cfg(test)]
mod tests;
mod words;
mod wrappers;

use std::collections::BTreeSet;
use std::ops::Range;

pub use handed::Handed;
pub use parse::MAX_BYTES;
pub use wrappers::{SHELLS, SHORTENING};

/// A word after its quotes are taken away; none where a variable, a command or a pattern stands in it.
pub type Word = Option<String>;

/// A command line, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    invocations: Vec<Invocation>,
    functions: BTreeSet<Word>,
    variables: BTreeSet<String>,
    is_understood: bool,
}

/// One program with its arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invocation {
    /// The program and its arguments.
    pub words: Vec<Word>,
    /// Files that its output goes to. `/dev/null` and its like are no files.
    pub outputs: Vec<Word>,
    /// Whether it has run and exited with 0 if the whole has.
    pub certain: bool,
    /// Whether it stands in a pipe, or in a word that its output becomes part of: what it prints is not what the whole
    /// prints.
    pub is_piped: bool,
    /// Whether it stands in the body of a function: where its output goes is decided where that is called.
    pub is_in_function: bool,
    /// Where its words stand in the text, in bytes; none where something else stands between them, such as a
    /// redirection, and in a text that is handed to another shell.
    pub place: Option<Range<usize>>,
}

impl Script {
    /// Takes a command line apart. Of one that is no shell's, or longer than [`MAX_BYTES`], nothing is certain.
    #[must_use]
    pub fn parse(text: &str) -> Script {
        parse::read(text)
    }

    /// Whether the text follows a shell's grammar and is no longer than [`MAX_BYTES`], so that nothing in it stands
    /// for something else than it seems to.
    #[must_use]
    pub fn is_understood(&self) -> bool {
        self.is_understood
    }

    /// The names of the functions that are defined in it; none in place of one that only the shell will know.
    #[must_use]
    pub fn functions(&self) -> &BTreeSet<Word> {
        &self.functions
    }

    /// The names of the variables that the shell's grammar sets or declares in it, for one command or for all that
    /// follow. Those that a program sets, such as `read`, are none of them.
    #[must_use]
    pub fn variables(&self) -> &BTreeSet<String> {
        &self.variables
    }

    /// The programs in the order in which they are written.
    #[must_use]
    pub fn invocations(&self) -> &[Invocation] {
        &self.invocations
    }
}

impl Invocation {
    /// The words of the command that runs in the end, behind `timeout`, `npx`, `uv run`, `python -m` and their like.
    #[must_use]
    pub fn innermost(&self) -> &[Word] {
        wrappers::innermost(&self.words)
    }
}

/// The command that the words of another one wrap, which may be a wrapper itself; none if it is no wrapper's.
#[must_use]
pub fn wrapped(words: &[Word]) -> Option<&[Word]> {
    wrappers::inner(words)
}

/// What runs in the end, of the words of a command.
#[must_use]
pub fn innermost(words: &[Word]) -> &[Word] {
    wrappers::innermost(words)
}

/// Whether a program, by its name without folder, is one that runs whatever its arguments say: a shell, an interpreter,
/// or a program such as `env`, `npx` and `uv`.
#[must_use]
pub fn runs_others(name: &str) -> bool {
    wrappers::runs_others(name)
}

/// The name of a program without its folder.
#[must_use]
pub fn program_name(program: &str) -> &str {
    wrappers::name(program)
}
