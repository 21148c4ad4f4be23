//! The tool optimizers around one call of a shell tool: its command before it runs, its output before it is cut.

use std::io;

use serde_json::{Map, Value};
use toolhost_capability::spool::Output;
use toolhost_optimizer::{INSPECTED_BYTES, Optimizer, Reduced, ShellCall, ShellOutput, Stage, Turn};

use crate::preview;
use crate::routing::argument_mut;
use crate::snapshot::{Served, Snapshot};
use crate::source::read_range;

/// A call of a shell tool, as the optimizers see it: one turn.
pub(crate) struct OptimizedCall<'a> {
    optimizer: &'a Optimizer,
    turn: Turn<'a>,
    /// The call with the command that runs.
    call: ShellCall,
    /// The command as it came, if another one runs.
    original: Option<String>,
}

impl<'a> OptimizedCall<'a> {
    /// Rewrites the command in `arguments`, if a provider has another one. None: the tool runs no command, or no stage
    /// is on.
    pub(crate) async fn begin(
        snapshot: &'a Snapshot,
        served: &Served,
        call_id: String,
        arguments: &mut Map<String, Value>,
    ) -> Option<OptimizedCall<'a>> {
        let optimizer = &*snapshot.optimizer;
        if optimizer.is_idle(Stage::CommandRewrite) && optimizer.is_idle(Stage::OutputReduce) {
            return None;
        }
        let command = argument_mut(arguments, served.shell_command.as_deref()?)?;
        let turn = optimizer.turn();
        let mut call = ShellCall::new(&served.tool.name, call_id, command.clone());
        let rewritten = turn.rewrite(std::slice::from_ref(&call)).await.pop().flatten();
        let original = rewritten.map(|rewritten| {
            call.command.clone_from(&rewritten.command);
            std::mem::replace(command, rewritten.command)
        });
        Some(OptimizedCall { optimizer, turn, call, original })
    }

    /// The command that ran in place of the one that was asked for.
    pub(crate) fn command(&self) -> Option<&str> {
        self.original.as_ref().map(|_| self.call.command.as_str())
    }

    /// A shorter text for all that the command has printed, if a provider has one.
    ///
    /// # Errors
    ///
    /// When the output cannot be read.
    pub(crate) async fn reduce(self, output: &Output) -> io::Result<Option<Reduced>> {
        let is_looked_at = usize::try_from(output.len()).is_ok_and(|bytes| bytes <= INSPECTED_BYTES);
        if !is_looked_at || !output.is_complete() || self.optimizer.is_idle(Stage::OutputReduce) {
            return Ok(None);
        }
        let text = preview::clean(&read_range(output, 0, output.len())?);
        let output = ShellOutput { call: self.call, original_command: self.original, text };
        Ok(self.turn.reduce(std::slice::from_ref(&output)).await.pop().flatten())
    }
}
