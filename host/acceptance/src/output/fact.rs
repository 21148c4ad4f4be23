//! Facts: what an output says that must not get lost.

use std::fmt;

/// What kind of thing a fact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A test that failed.
    Failure,
    /// A package, a suite or a file of which something failed.
    Group,
    /// An error of a compiler, a linter or the program itself.
    Error,
    /// A program that broke down: a panic, an exception, a signal.
    Panic,
    /// A warning.
    Warning,
    /// An exit status that is not 0.
    Exit,
    /// A result: a match, a path, a commit, a changed file or a changed line.
    Result,
}

impl Kind {
    /// The name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Failure => "failure",
            Kind::Group => "failed group",
            Kind::Error => "error",
            Kind::Panic => "panic",
            Kind::Warning => "warning",
            Kind::Exit => "exit status",
            Kind::Result => "result",
        }
    }
}

/// One fact, as it stands in an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What kind of thing it is.
    pub kind: Kind,
    /// The name of what failed, or a code.
    pub name: Option<String>,
    /// File and line, from 1.
    pub place: Option<(String, u32)>,
    /// The message.
    pub text: Option<String>,
}

impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.kind.name())?;
        if let Some(name) = &self.name {
            write!(formatter, " {name}")?;
        }
        if let Some((file, line)) = &self.place {
            write!(formatter, " at {file}:{line}")?;
        }
        if let Some(text) = &self.text {
            write!(formatter, ": {text}")?;
        }
        Ok(())
    }
}

/// A fact within the output that it was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found<'a> {
    pub(super) kind: Kind,
    pub(super) name: Option<&'a str>,
    pub(super) place: Option<(&'a str, u32)>,
    pub(super) text: Option<&'a str>,
    /// Whether its name is a path.
    pub(super) is_path: bool,
    /// How many lines its parts stand apart.
    pub(super) spread: u32,
    /// Whether it stands at the beginning of its line.
    pub(super) is_outer: bool,
    /// Whether a reduction must have it.
    pub(super) is_required: bool,
    /// Whether a changed line was added, `+`, or removed, `-`.
    pub(super) sign: Option<u8>,
    /// How often a reduction must name it: as often as lines of one shape do.
    pub(super) times: u32,
    /// Which fact is the test that failed by it, or says it itself: its place among the facts.
    pub(super) owner: Option<u32>,
}

impl Found<'_> {
    pub(super) fn to_fact(self) -> Fact {
        Fact {
            kind: self.kind,
            name: self.name.map(str::to_owned),
            place: self.place.map(|(file, line)| (file.to_owned(), line)),
            text: self.text.map(str::to_owned),
        }
    }
}
