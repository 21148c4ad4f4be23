//! The bounds of one call. Each field is read in one place, and a test in `tests/limits.rs` shows it biting.

use std::time::Duration;

/// Bounds of one call. There is no `Default`: no code path makes an unbounded call by accident.
///
/// The stack is not among them: it is a property of the engine, the same for each call
/// ([`Facts::wasm_stack`](crate::Facts::wasm_stack)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of linear memory, summed over all memories of the call.
    pub memory: u64,
    /// Time that guest and host may take together. Waiting for a terminal and for the compiler does not count;
    /// waiting for a free sandbox does.
    pub timeout: Duration,
    /// Elements of tables, summed over all tables of the call.
    pub table_elements: u32,
    /// Bytes that one call of a host import may hand over.
    pub hostcall_bytes: u64,
    /// Calls of host imports.
    pub host_calls: u64,
    /// Host resources (outputs, streams, pollables) alive at once.
    pub handles: u32,
    /// Lines of `context.log`; further ones are dropped and counted.
    pub log_lines: u32,
    /// Bytes of one log line or progress message; the rest is cut.
    pub log_line_bytes: u32,
    /// Bytes of a result: fields, body and error texts together, without what lies in a spool. Lifting a result
    /// is also bounded by `hostcall_bytes`.
    pub result_bytes: u64,
    /// Bytes kept of each of standard output and standard error; the newest stay.
    pub stdout_bytes: usize,
    /// Bytes of one request for random numbers.
    pub random_bytes: u64,
}

impl Limits {
    /// What the built-in configuration gives a plugin that says nothing of limits.
    ///
    /// Memory suits a Python guest (about 20 MiB when idle) with room to work; the log bounds are those that other
    /// tool hosts settled on; the rest is far above what a tool call needs and far below what hurts a host.
    pub const fn standard() -> Self {
        Self {
            memory: 64 << 20,
            timeout: Duration::from_secs(30),
            table_elements: 100_000,
            hostcall_bytes: 16 << 20,
            host_calls: 1_000_000,
            handles: 1_000,
            log_lines: 1_000,
            log_line_bytes: 4 << 10,
            result_bytes: 16 << 20,
            stdout_bytes: 64 << 10,
            random_bytes: 64 << 10,
        }
    }

    /// The tighter of the two, field by field: a call narrows its plugin's limits and never widens them.
    #[must_use]
    pub fn narrowed(&self, by: &Self) -> Self {
        Self {
            memory: self.memory.min(by.memory),
            timeout: self.timeout.min(by.timeout),
            table_elements: self.table_elements.min(by.table_elements),
            hostcall_bytes: self.hostcall_bytes.min(by.hostcall_bytes),
            host_calls: self.host_calls.min(by.host_calls),
            handles: self.handles.min(by.handles),
            log_lines: self.log_lines.min(by.log_lines),
            log_line_bytes: self.log_line_bytes.min(by.log_line_bytes),
            result_bytes: self.result_bytes.min(by.result_bytes),
            stdout_bytes: self.stdout_bytes.min(by.stdout_bytes),
            random_bytes: self.random_bytes.min(by.random_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_takes_the_tighter_field() {
        let plugin = Limits { memory: 10, timeout: Duration::from_secs(5), ..Limits::standard() };
        let call = Limits { memory: 20, timeout: Duration::from_secs(1), ..Limits::standard() };
        let both = Limits { memory: 10, timeout: Duration::from_secs(1), ..Limits::standard() };
        assert_eq!(plugin.narrowed(&call), both);
        assert_eq!(call.narrowed(&plugin), both);
    }
}
