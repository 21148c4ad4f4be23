//! `process`: granted programs, run to completion. Linked only where the grant is held. The call's clock goes on while
//! a program runs, since it bounds the program as well; the place among the sandboxes is free for another guest.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use toolhost_capability::Failure;
use toolhost_capability::process::{Completed, Request};
use toolhost_capability::spawn;

use crate::bindings::toolhost::plugin::process as wit;
use crate::bindings::toolhost::plugin::types::Error;
use crate::state::CallState;

impl wit::Host for CallState {
    async fn run(&mut self, command: wit::Command) -> wasmtime::Result<Result<wit::Completed, Error>> {
        self.count()?;
        self.meter.bytes_out(size(&command));
        let Some(processes) = self.powers.process.clone() else {
            return Ok(Err(Failure::new("denied", "This call runs no programs.").into()));
        };
        let own = command.timeout_ms.map(|millis| Duration::from_millis(u64::from(millis)));
        // The call's own deadline is left to its clock, which knows what the program waited for.
        let own = own.filter(|own| *own < self.clock.remaining());
        let request = Request {
            program: command.program,
            arguments: command.args,
            environment: command.env,
            workdir: command.workdir,
            stdin: command.stdin,
            max_stdout_bytes: bytes(command.max_stdout_bytes),
            max_stderr_bytes: bytes(command.max_stderr_bytes),
            deadline: own.map(|own| Instant::now() + own),
        };
        let awaited = Arc::clone(&self.awaited);
        awaited.program.store(true, Relaxed);
        let placed = || awaited.program.store(false, Relaxed);
        let ended = self.wait_counted(async { processes.run_in_place(request, placed).await }).await?;
        // One that was refused never had a place.
        awaited.program.store(false, Relaxed);
        Ok(match ended {
            Ok(ended) => {
                self.meter.bytes_in(ended.stdout.len() + ended.stderr.len());
                Ok(ended.into())
            }
            Err(failure) => Err(failure.into()),
        })
    }
}

fn bytes(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn size(command: &wit::Command) -> usize {
    let variables = command.env.iter().map(|(name, value)| name.len() + value.len());
    command.stdin.len() + command.args.iter().map(String::len).chain(variables).sum::<usize>()
}

impl From<Completed> for wit::Completed {
    fn from(ended: Completed) -> Self {
        let Completed { exit, stdout, stderr, wall_time } = ended;
        let exit = match exit {
            spawn::Exit::Code(code) => wit::Exit::Code(code),
            spawn::Exit::Signal(signal) => wit::Exit::Signal(signal),
        };
        let wall_time_ms = u64::try_from(wall_time.as_millis()).unwrap_or(u64::MAX);
        Self { exit, stdout, stderr, wall_time_ms }
    }
}
