//! The tool optimizers around one call: its command before it runs, its output before it is cut.

use std::io;

use serde_json::{Map, Value};
use toolhost_capability::spool::Output;
use toolhost_optimizer::{INSPECTED_BYTES, Optimizer, Reduced, ShellCall, ShellOutput, Stage};

use crate::preview::Cleaner;
use crate::routing::argument_mut;
use crate::snapshot::{Served, Snapshot};
use crate::source::read_range;

/// The longest output that is read to see whether its text is short enough to be looked at: frames of progress and colours
/// that a model is not shown may be most of it. It bounds memory and time: more than seven parts in eight are rarely such.
const MAX_RAW_BYTES: u64 = 8 * INSPECTED_BYTES as u64;

/// Bytes that are read at once: what is read in vain of an output that is too long.
const PIECE_BYTES: u64 = 256 * 1024;

/// A call as the optimizers see it: a turn before it, and one after it, as it would have by way of an API, where a response
/// brings the command and the next request its output. Who was too slow for the one may be in time for the other.
pub(crate) struct OptimizedCall<'a> {
    optimizer: &'a Optimizer,
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
        let mut optimized = OptimizedCall { optimizer, tool, call_id, rewritten: None };
        let command = served.shell_command.as_deref().and_then(|pointer| argument_mut(arguments, pointer));
        if let Some(command) = command.filter(|_| !optimizer.is_idle(Stage::CommandRewrite)) {
            optimized.rewrite(command).await;
        }
        optimized
    }

    async fn rewrite(&mut self, command: &mut String) {
        let call = self.call(command.clone());
        // Boxed, as the other stage is: what a call awaits in all is no type that a compiler likes to spell out.
        let turn = self.optimizer.turn();
        let answers = Box::pin(turn.rewrite(std::slice::from_ref(&call)));
        if let Some(rewritten) = answers.await.pop().flatten() {
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
        if !output.is_complete() || self.optimizer.is_idle(Stage::OutputReduce) {
            return Ok(None);
        }
        let turn = self.optimizer.turn();
        let Some(text) = text_of(output)? else {
            turn.count_too_large(self.tool, output.len());
            return Ok(None);
        };
        let call = self.call(command);
        let original_command = self.rewritten.map(|rewritten| rewritten.original);
        let output = ShellOutput { call, original_command, text };
        Ok(Box::pin(turn.reduce(std::slice::from_ref(&output))).await.pop().flatten())
    }

    fn call(&self, command: String) -> ShellCall {
        ShellCall::new(self.tool, self.call_id.clone(), command)
    }
}

/// The whole output as a model would be shown it; none where that, or what is to be read for it, is too long.
fn text_of(output: &Output) -> io::Result<Option<String>> {
    if output.len() > MAX_RAW_BYTES {
        return Ok(None);
    }
    let mut cleaner = Cleaner::default();
    let mut read = 0;
    while read < output.len() {
        let to = output.len().min(read + PIECE_BYTES);
        cleaner.feed(&read_range(output, read, to)?);
        read = to;
        if cleaner.settled() > INSPECTED_BYTES {
            return Ok(None);
        }
    }
    Ok(Some(cleaner.finish()))
}
