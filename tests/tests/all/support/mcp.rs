//! A session of `toolhost mcp`, message by message. Every line that comes must be a JSON-RPC message.

use serde_json::{Value, json};

use super::{Pipe, Toolhost};

/// A protocol version that clients of today speak.
pub(crate) const VERSION: &str = "2025-11-25";

pub(crate) struct Mcp {
    pub(crate) pipe: Pipe,
    /// Messages that came while another was waited for.
    early: Vec<Value>,
    requests: u64,
}

impl Mcp {
    /// A server that nobody has spoken to.
    pub(crate) fn start(toolhost: &Toolhost) -> Self {
        Self { pipe: Pipe::start(toolhost.command(&["mcp"])), early: Vec::new(), requests: 0 }
    }

    /// A server that has been greeted.
    pub(crate) fn initialized(toolhost: &Toolhost) -> Self {
        let mut mcp = Self::start(toolhost);
        let answer = mcp.initialize();
        assert_eq!(answer["result"]["protocolVersion"], VERSION, "{answer}");
        mcp.notify("notifications/initialized", &json!({}));
        mcp
    }

    pub(crate) fn initialize(&mut self) -> Value {
        let client = json!({"name": "test", "version": "1"});
        self.request(
            "initialize",
            &json!({"protocolVersion": VERSION, "capabilities": {}, "clientInfo": client}),
        )
    }

    /// Sends a request; returns its id.
    pub(crate) fn post(&mut self, method: &str, params: &Value) -> u64 {
        self.requests += 1;
        let id = self.requests;
        self.pipe.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        id
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) {
        self.pipe.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// The next message, whichever it is.
    pub(crate) fn next(&mut self) -> Value {
        if self.early.is_empty() { parse(&self.pipe.receive()) } else { self.early.remove(0) }
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, id: u64) -> Value {
        self.message(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The first message that `wanted` holds for. Others are kept.
    pub(crate) fn message(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.early.iter().position(&wanted) {
            return self.early.remove(index);
        }
        loop {
            let message = parse(&self.pipe.receive());
            if wanted(&message) {
                return message;
            }
            self.early.push(message);
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.post(method, params);
        self.answer(id)
    }

    /// Calls a tool; returns its structured result.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let mut answer = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        assert!(answer["result"]["structuredContent"].is_object(), "{answer}");
        answer["result"]["structuredContent"].take()
    }

    /// All further messages, to the end of output.
    pub(crate) fn rest(&mut self) -> Vec<Value> {
        let mut messages = std::mem::take(&mut self.early);
        messages.extend(self.pipe.rest().iter().map(|line| parse(line)));
        messages
    }
}

fn parse(line: &str) -> Value {
    let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(message["jsonrpc"], "2.0", "{line}");
    message
}
