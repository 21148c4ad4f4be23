//! The table of programs. Names and options are those of the programs' manuals.

mod compiled;
mod git;
mod scripted;
mod showing;

use super::Program;
use crate::hint::Hint;
use crate::output::Family;

const fn program(names: &'static [&'static str], family: Family) -> Program {
    Program {
        names,
        subcommands: &[],
        with: &[],
        format: &[],
        changes: &[],
        acts: false,
        values: &[],
        clusters: false,
        hint: None,
        family,
    }
}

impl Program {
    const fn on(self, subcommands: &'static [&'static str]) -> Program {
        Program { subcommands, ..self }
    }

    const fn with(self, with: &'static [&'static str]) -> Program {
        Program { with, ..self }
    }

    const fn format(self, format: &'static [&'static str]) -> Program {
        Program { format, ..self }
    }

    const fn changes(self, changes: &'static [&'static str]) -> Program {
        Program { changes, ..self }
    }

    const fn acts(self) -> Program {
        Program { acts: true, ..self }
    }

    const fn values(self, values: &'static [&'static str]) -> Program {
        Program { values, ..self }
    }

    const fn clusters(self) -> Program {
        Program { clusters: true, ..self }
    }

    const fn hint(self, hint: Hint) -> Program {
        Program { hint: Some(hint), ..self }
    }
}

const TABLES: [&[Program]; 4] = [git::PROGRAMS, compiled::PROGRAMS, scripted::PROGRAMS, showing::PROGRAMS];

/// Every program that is known. The first row that fits counts.
pub(super) fn programs() -> impl Iterator<Item = &'static Program> {
    TABLES.into_iter().flatten()
}
