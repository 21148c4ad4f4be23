//! One call of a tool.

use serde_json::Value;
use wasmtime::Store;

use crate::account::Meter;
use crate::bindings::exports::toolhost::plugin::tool;
use crate::bindings::toolhost::plugin::types;
use crate::call_error::CallError;
use crate::limits::Limits;
use crate::outcome::{self, Outcome};
use crate::plugin::{Linked, Plugin};
use crate::sandbox::{CallReport, Entry};
use crate::state::{CallState, Powers};
use crate::trap::Stopped;

/// One call.
pub struct ToolCall {
    /// One of the names in the plugin's metadata.
    pub tool: String,
    /// Arguments that passed the tool's schema.
    pub arguments: Value,
    /// Bounds of this call, where they are tighter than the plugin's.
    pub limits: Limits,
    /// The objects behind the plugin's grants.
    pub powers: Powers,
}

impl Plugin {
    /// Calls a tool in a sandbox of its own.
    ///
    /// The call's clock runs over guest and host time; the first compile and waiting for a terminal do not count.
    /// Dropping the future stops the guest at its next tick and throws the sandbox away.
    pub async fn call_tool(&self, call: ToolCall) -> CallReport<Outcome> {
        let ToolCall { tool, arguments, limits, powers } = call;
        if self.metadata().tool(&tool).is_none() {
            let why = format!("the plugin has no tool \"{tool}\"");
            return CallReport::refused(CallError::Unavailable { why });
        }
        self.in_sandbox(ToolEntry { tool, arguments: arguments.to_string() }, &limits, powers).await
    }
}

struct ToolEntry {
    tool: String,
    arguments: String,
}

impl Entry for ToolEntry {
    type Returned = tool::Outcome;
    type Answer = Outcome;

    fn bytes_in(&self) -> usize {
        self.arguments.len()
    }

    async fn enter(
        &self,
        linked: &Linked,
        store: &mut Store<CallState>,
        meter: &Meter,
    ) -> Result<Result<tool::Outcome, types::Error>, Stopped> {
        let Linked::Tool(linked) = linked else { return Err(Stopped::exports_no("tool")) };
        let instance = meter.host(linked.instantiate_async(&mut *store)).await;
        let instance = instance.map_err(Stopped::Instantiating)?;
        let tool = instance.toolhost_plugin_tool();
        tool.call_call(store, &self.tool, &self.arguments).await.map_err(Stopped::Running)
    }

    fn bytes_out(returned: &tool::Outcome) -> usize {
        outcome::size(returned)
    }

    fn answer(returned: tool::Outcome, state: &mut CallState) -> Result<Outcome, CallError> {
        outcome::outcome(returned, std::mem::take(&mut state.observed), &mut state.table)
    }
}
