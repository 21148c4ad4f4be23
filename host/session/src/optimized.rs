//! The tool optimizers around one call: its command before it runs, its output before it is cut.

use std::io;

use serde_json::{Map, Value};
use toolhost_capability::spool::Output;
use toolhost_optimizer::{INSPECTED_BYTES, Optimizer, Reduced, ShellCall, ShellOutput, Stage, Turn};

use crate::preview;
use crate::routing::argument_mut;
use crate::snapshot::{Served, Snapshot};
use crate::source::read_range;

/// A call as the optimizers see it: one turn.
pub(crate) struct OptimizedCall<'a> {
    optimizer: &'a Optimizer,
    turn: Turn<'a>,
    tool: &'a str,
    call_id: String,
    rewritten: Option<Rewritten>,
}

/// A command that runs in place of another.
struct Rewritten {
    original: String,
    command: String,
}

impl<'a> OptimizedCall<'a> {
    /// Rewrites the command in `arguments`, if the tool runs one and a provider has another.
    pub(crate) async fn begin(
        snapshot: &'a Snapshot,
        served: &'a Served,
        call_id: String,
        arguments: &mut Map<String, Value>,
    ) -> OptimizedCall<'a> {
        let optimizer = &*snapshot.optimizer;
        let tool = served.tool.name.as_str();
        let mut optimized =
            OptimizedCall { optimizer, turn: optimizer.turn(), tool, call_id, rewritten: None };
        let command = served.shell_command.as_deref().and_then(|pointer| argument_mut(arguments, pointer));
        if let Some(command) = command.filter(|_| !optimizer.is_idle(Stage::CommandRewrite)) {
            optimized.rewrite(command).await;
        }
        optimized
    }

    async fn rewrite(&mut self, command: &mut String) {
        let call = self.call(command.clone());
        // Boxed, as the other stage is: what a call awaits in all is no type that a compiler likes to spell out.
        let turn = Box::pin(self.turn.rewrite(std::slice::from_ref(&call)));
        if let Some(rewritten) = turn.await.pop().flatten() {
            let original = std::mem::replace(command, rewritten.command.clone());
            self.rewritten = Some(Rewritten { original, command: rewritten.command });
        }
    }

    /// The command that ran in place of the one that was asked for.
    pub(crate) fn command(&self) -> Option<&str> {
        self.rewritten.as_ref().map(|rewritten| rewritten.command.as_str())
    }

    /// A shorter text for all that `command` has printed, if a provider has one.
    ///
    /// # Errors
    ///
    /// When the output cannot be read.
    pub(crate) async fn reduce(self, command: String, output: &Output) -> io::Result<Option<Reduced>> {
        let is_looked_at = usize::try_from(output.len()).is_ok_and(|bytes| bytes <= INSPECTED_BYTES);
        if !is_looked_at || !output.is_complete() || self.optimizer.is_idle(Stage::OutputReduce) {
            return Ok(None);
        }
        let text = preview::clean(&read_range(output, 0, output.len())?);
        let call = self.call(command);
        let original_command = self.rewritten.map(|rewritten| rewritten.original);
        let output = ShellOutput { call, original_command, text };
        Ok(Box::pin(self.turn.reduce(std::slice::from_ref(&output))).await.pop().flatten())
    }

    fn call(&self, command: String) -> ShellCall {
        ShellCall::new(self.tool, self.call_id.clone(), command)
    }
}
