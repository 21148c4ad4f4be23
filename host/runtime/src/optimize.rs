//! One call of an optimizer.

use wasmtime::Store;

use crate::account::Meter;
use crate::bindings::optimizing::exports::toolhost::plugin::optimizer;
use crate::bindings::toolhost::plugin::types;
use crate::call_error::CallError;
use crate::limits::Limits;
use crate::plugin::{Linked, Plugin};
use crate::sandbox::{CallReport, Entry};
use crate::state::{CallState, Powers};
use crate::text;
use crate::trap::Stopped;

/// Most bytes of the reason that an optimizer gives: a phrase for the log.
const REASON_BYTES: usize = 256;

/// A call of a shell tool, as an optimizer is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptimizedCall {
    /// What the tool is called.
    pub tool_name: String,
    /// The call's id; empty where there is none.
    pub call_id: String,
    /// The command.
    pub command: String,
    /// A JSON object.
    pub metadata: String,
}

/// What an optimizer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optimization<'a> {
    /// Another command that does the same and prints less.
    Rewrite,
    /// A shorter text for what the command printed.
    Reduce {
        /// The kind of output, such as `cargo-test`, where it is known.
        hint: Option<&'a str>,
        /// What was printed.
        output: &'a str,
    },
}

/// What an optimizer puts in place of a command or an output. Nothing but its size was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optimized {
    /// The other text.
    pub text: String,
    /// Why, in the optimizer's words.
    pub reason: Option<String>,
}

impl Plugin {
    /// Asks an optimizer for a replacement, in a sandbox of its own. None: it leaves the text as it is.
    pub async fn optimize(
        &self,
        call: OptimizedCall,
        wanted: Optimization<'_>,
        limits: &Limits,
        powers: Powers,
    ) -> CallReport<Option<Optimized>> {
        let OptimizedCall { tool_name, call_id, command, metadata } = call;
        let call = optimizer::ToolCall { tool_name, call_id, command, metadata };
        self.in_sandbox(OptimizerEntry { call, wanted }, limits, powers).await
    }
}

struct OptimizerEntry<'a> {
    call: optimizer::ToolCall,
    wanted: Optimization<'a>,
}

impl Entry for OptimizerEntry<'_> {
    type Returned = Option<optimizer::Replacement>;
    type Answer = Option<Optimized>;

    fn bytes_in(&self) -> usize {
        let output = match &self.wanted {
            Optimization::Rewrite => 0,
            Optimization::Reduce { output, .. } => output.len(),
        };
        self.call.command.len() + self.call.metadata.len() + output
    }

    async fn enter(
        &self,
        linked: &Linked,
        store: &mut Store<CallState>,
        meter: &Meter,
    ) -> Result<Result<Option<optimizer::Replacement>, types::Error>, Stopped> {
        let Linked::Optimizer(linked) = linked else { return Err(Stopped::exports_no("optimizer")) };
        let instance = meter.host(linked.instantiate_async(&mut *store)).await;
        let instance = instance.map_err(Stopped::Instantiating)?;
        let optimizer = instance.toolhost_plugin_optimizer();
        let answer = match &self.wanted {
            Optimization::Rewrite => optimizer.call_rewrite_command(store, &self.call).await,
            Optimization::Reduce { hint, output } => {
                optimizer.call_reduce_output(store, &self.call, *hint, output).await
            }
        };
        answer.map_err(Stopped::Running)
    }

    fn bytes_out(returned: &Option<optimizer::Replacement>) -> usize {
        let size = |replacement: &optimizer::Replacement| {
            replacement.text.len() + replacement.reason.as_ref().map_or(0, String::len)
        };
        returned.as_ref().map_or(0, size)
    }

    fn answer(
        returned: Option<optimizer::Replacement>,
        _state: &mut CallState,
    ) -> Result<Option<Optimized>, CallError> {
        Ok(returned.map(|optimizer::Replacement { text, reason }| Optimized {
            text,
            reason: reason.map(|reason| text::line(&reason, REASON_BYTES)),
        }))
    }
}
