//! What passes between a program and the host while it runs: its input, both outputs, and its end, all at once.
//! Whoever did one after the other would wait for a program that waits for him.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::sink::{Overflow, Sink};
use crate::spawn::{Exit, Life, Pipes, WriteEnd};

/// After the program has ended, this much silence ends the wait for what its children still print.
const SILENCE: Duration = Duration::from_millis(50);
/// The most that such children are listened to.
const DRAIN: Duration = Duration::from_secs(1);

/// The streams of a program.
pub(super) struct Exchange {
    input: Input,
    stdout: Sink,
    stderr: Sink,
}

/// Which output went over its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Stdout,
    Stderr,
}

impl Exchange {
    /// With a program that was started with `stdin` to read.
    pub(super) fn new(pipes: Pipes, stdin: Vec<u8>, max_stdout: usize, max_stderr: usize) -> Exchange {
        Exchange {
            input: Input { pipe: pipes.stdin, bytes: stdin, written: pipes.written },
            stdout: Sink::new(pipes.stdout, max_stdout),
            stderr: Sink::new(pipes.stderr, max_stderr),
        }
    }

    /// Lets everything pass until the program has ended; how it did.
    pub(super) async fn until_exit(&mut self, life: &mut watch::Receiver<Life>) -> Result<Exit, Over> {
        loop {
            tokio::select! {
                exit = exit_of(life) => return Ok(exit),
                more = self.stdout.more() => more.map_err(|Overflow| Over::Stdout)?,
                more = self.stderr.more() => more.map_err(|Overflow| Over::Stderr)?,
                () = self.input.more() => {}
            }
        }
    }

    /// After the program has ended: takes what is left of its outputs. Children that hold them and are silent, or never
    /// are, hold nobody up.
    pub(super) async fn drain(&mut self) -> Result<(), Over> {
        self.input.close();
        let to_the_end = async {
            while self.stdout.is_open() || self.stderr.is_open() {
                tokio::select! {
                    more = self.stdout.more() => more.map_err(|Overflow| Over::Stdout)?,
                    more = self.stderr.more() => more.map_err(|Overflow| Over::Stderr)?,
                    () = sleep(SILENCE) => return Ok(()),
                }
            }
            Ok(())
        };
        timeout(DRAIN, to_the_end).await.unwrap_or(Ok(()))
    }

    /// All that came on standard output and on standard error.
    pub(super) fn into_bytes(self) -> (Vec<u8>, Vec<u8>) {
        (self.stdout.into_bytes(), self.stderr.into_bytes())
    }
}

async fn exit_of(life: &mut watch::Receiver<Life>) -> Exit {
    let exited = life.wait_for(|life| life.exit().is_some()).await;
    match exited.ok().and_then(|life| life.exit()) {
        Some(exit) => exit,
        // Whoever tells of a tree's life tells of its end, unless the runtime ends first, and this with it.
        None => std::future::pending().await,
    }
}

/// What a program may read.
struct Input {
    /// None once all was written, or nobody reads it any more.
    pipe: Option<WriteEnd>,
    bytes: Vec<u8>,
    written: usize,
}

impl Input {
    /// Waits until some more can be written. Dropping the future loses nothing.
    async fn more(&mut self) {
        let Some(pipe) = &mut self.pipe else { return std::future::pending().await };
        let rest = self.bytes.get(self.written..).unwrap_or_default();
        match pipe.write(rest).await {
            Ok(count) if count > 0 => self.written += count,
            // A program that has read enough closes its input, which is its right.
            Ok(_) | Err(_) => self.close(),
        }
        if self.written >= self.bytes.len() {
            self.close();
        }
    }

    fn close(&mut self) {
        self.pipe = None;
    }
}
