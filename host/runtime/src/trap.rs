//! From what stopped a guest to why: the one place that reads wasmtime's errors.

use std::time::Duration;

use wasmtime::{Trap, WasmBacktrace};
use wasmtime_wasi::{I32Exit, ResourceTableError};

use crate::call_error::CallError;
use crate::config::WASM_STACK;
use crate::limiter::Refused;
use crate::limits::Limits;
use crate::pipe::TailPipe;
use crate::state::LimitReached;
use crate::text;

/// Bytes of standard error that go into a message: the end of a panic's report.
const STDERR_BYTES: usize = 2 << 10;

/// A guest that did not return.
pub(crate) enum Stopped {
    /// Its sandbox could not be made, or its start code trapped.
    Instantiating(wasmtime::Error),
    /// It was called.
    Running(wasmtime::Error),
}

impl Stopped {
    /// A component of another kind.
    pub(crate) fn exports_no(kind: &str) -> Self {
        Self::Instantiating(wasmtime::Error::msg(format!("the plugin exports no {kind}")))
    }
}

/// Why a guest stopped.
pub(crate) fn classify(
    stopped: Stopped,
    refused: Option<Refused>,
    limits: &Limits,
    elapsed: Duration,
    stderr: &TailPipe,
) -> CallError {
    let (error, instantiating) = match stopped {
        Stopped::Instantiating(error) => (error, true),
        Stopped::Running(error) => (error, false),
    };
    tracing::debug!("a guest stopped: {error:?}");
    let limit = |name, bound| CallError::Limit { name, bound, elapsed };
    if let Some(reached) = error.downcast_ref::<LimitReached>() {
        return limit(reached.name, reached.bound);
    }
    if let Some(ResourceTableError::Full) = error.downcast_ref::<ResourceTableError>() {
        return limit("handles", u64::from(limits.handles));
    }
    if out_of_hostcall_fuel(&error) {
        // Wasm frames are there when the guest called the host, and gone when it has returned its result.
        return if error.downcast_ref::<WasmBacktrace>().is_some() {
            limit("hostcall_bytes", limits.hostcall_bytes)
        } else {
            CallError::ResultTooLarge { bytes: None, limit: limits.hostcall_bytes.min(limits.result_bytes) }
        };
    }
    let trap = error.downcast_ref::<Trap>().copied();
    // A guest that is refused memory and cannot go on aborts, which is `unreachable`; one that handles the refusal and
    // traps for another reason keeps that reason.
    if trap == Some(Trap::UnreachableCodeReached) || (instantiating && trap.is_none()) {
        match refused {
            Some(Refused::Memory(wanted)) => {
                return CallError::Memory { limit: limits.memory, wanted, elapsed };
            }
            Some(Refused::Tables(_)) => return limit("table_elements", u64::from(limits.table_elements)),
            None => {}
        }
    }
    if instantiating && trap.is_none() {
        return CallError::Unavailable { why: format!("its sandbox could not be made: {}", cause(&error)) };
    }
    CallError::Trap { reason: reason(&error, trap), stderr: end_of(stderr), elapsed }
}

fn reason(error: &wasmtime::Error, trap: Option<Trap>) -> String {
    if let Some(I32Exit(status)) = error.downcast_ref::<I32Exit>() {
        return format!("the guest called exit({status})");
    }
    match trap {
        Some(Trap::StackOverflow) => {
            format!("the guest recursed past its stack of {}", text::bytes(WASM_STACK as u64))
        }
        // A compiled guest keeps part of its stack in its memory, and that part often ends first.
        Some(Trap::MemoryOutOfBounds) => {
            "the guest reached outside its memory, as it does when it recurses past its own stack".to_owned()
        }
        Some(Trap::UnreachableCodeReached) => "the guest panicked or aborted".to_owned(),
        Some(trap) => trap.to_string(),
        None => cause(error),
    }
}

/// wasmtime's type for this is private; its text is the same throughout a long-term line, and a test holds it.
fn out_of_hostcall_fuel(error: &wasmtime::Error) -> bool {
    error.root_cause().to_string().contains("fuel allocated for hostcalls has been exhausted")
}

fn cause(error: &wasmtime::Error) -> String {
    text::line(&error.root_cause().to_string(), text::ERROR_BYTES)
}

fn end_of(stderr: &TailPipe) -> String {
    let printed = stderr.text();
    let printed = printed.trim_end();
    let from = printed.len().saturating_sub(STDERR_BYTES);
    let from = (from..=printed.len()).find(|index| printed.is_char_boundary(*index)).unwrap_or(printed.len());
    text::block(&printed[from..], STDERR_BYTES)
}
