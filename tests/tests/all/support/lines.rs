//! A session of `toolhost call -`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Pipe, Toolhost};

/// One client session over JSON lines.
pub(crate) struct Lines {
    pub(crate) pipe: Pipe,
    /// Results that came while another was waited for, by the text of their id.
    early: HashMap<String, Value>,
    calls: u32,
}

impl Lines {
    pub(crate) fn start(toolhost: &Toolhost) -> Self {
        Self::start_with(toolhost, &["call", "-"])
    }

    pub(crate) fn start_with(toolhost: &Toolhost, arguments: &[&str]) -> Self {
        Self { pipe: Pipe::start(toolhost.command(arguments)), early: HashMap::new(), calls: 0 }
    }

    /// Begins a call that runs beside others.
    pub(crate) fn send(&mut self, id: &str, tool: &str, arguments: &Value) {
        self.pipe.send(&json!({"tool": tool, "arguments": arguments, "id": id}).to_string());
    }

    pub(crate) fn cancel(&mut self, id: &str) {
        self.pipe.send(&json!({"cancel": id}).to_string());
    }

    /// The next answer, whichever it is: its id (null if it has none) and its result.
    pub(crate) fn next(&mut self) -> (Value, Value) {
        let line = self.pipe.receive();
        let mut answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        (answer["id"].take(), answer["result"].take())
    }

    /// The result of the call with this id.
    pub(crate) fn result(&mut self, id: &str) -> Value {
        loop {
            if let Some(result) = self.early.remove(id) {
                return result;
            }
            let (answered, result) = self.next();
            self.early.insert(answered.as_str().unwrap_or_default().to_owned(), result);
        }
    }

    /// Makes a call and waits for its result.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.calls += 1;
        let id = format!("call {}", self.calls);
        self.send(&id, tool, arguments);
        self.result(&id)
    }

    /// Runs a command that ends.
    pub(crate) fn exec(&mut self, cmd: &str) -> Value {
        let result = self.call("exec_command", &json!({"cmd": cmd, "yield_time_ms": 30_000}));
        assert!(result["exit_code"].is_i64(), "{cmd}: {result}");
        result
    }

    /// Starts a command that runs on; returns its session and what it printed until the yield.
    pub(crate) fn start_command(&mut self, cmd: &str, tty: bool) -> (u64, String) {
        let arguments = json!({"cmd": cmd, "tty": tty, "yield_time_ms": 250});
        let result = self.call("exec_command", &arguments);
        let id = result["session_id"].as_u64().unwrap_or_else(|| panic!("{cmd} runs on: {result}"));
        (id, result["output"].as_str().unwrap().to_owned())
    }

    /// Starts a command and waits until its output holds `text`.
    pub(crate) fn start_until(&mut self, cmd: &str, tty: bool, text: &str) -> u64 {
        let (id, output) = self.start_command(cmd, tty);
        self.until(id, output, text);
        id
    }

    pub(crate) fn write_stdin(&mut self, id: u64, chars: &str) -> Value {
        self.call("write_stdin", &json!({"session_id": id, "chars": chars}))
    }

    /// Types, and looks until the output since then holds `text`.
    pub(crate) fn type_until(&mut self, id: u64, chars: &str, text: &str) -> String {
        let result = self.write_stdin(id, chars);
        self.until(id, result["output"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned(), text)
    }

    /// Types, and looks until the command has ended; returns the last result, with the output of all of them.
    pub(crate) fn type_to_end(&mut self, id: u64, chars: &str) -> Value {
        let mut result = self.write_stdin(id, chars);
        let mut output = result["output"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned();
        while result["exit_code"].is_null() {
            result =
                self.call("write_stdin", &json!({"session_id": id, "chars": "", "yield_time_ms": 60_000}));
            output.push_str(result["output"].as_str().unwrap_or_else(|| panic!("{result}")));
        }
        result["output"] = Value::from(output);
        result
    }

    /// Looks until `output` and what comes after it hold `text`.
    pub(crate) fn until(&mut self, id: u64, mut output: String, text: &str) -> String {
        for _ in 0..400 {
            if output.contains(text) {
                return output;
            }
            let result = self.write_stdin(id, "");
            output.push_str(result["output"].as_str().unwrap_or_else(|| panic!("{result}")));
            assert!(
                output.contains(text) || result["session_id"].is_u64(),
                "{text:?} did not come: {result}"
            );
        }
        panic!("{text:?} did not come: {output:?}");
    }

    /// Ends the input and waits for the program to exit, successfully.
    pub(crate) fn end(&mut self) {
        self.pipe.end_input();
        assert_eq!(self.pipe.wait(), 0, "{}", self.pipe.stderr());
    }
}
