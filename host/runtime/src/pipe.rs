//! Where a guest's standard output and error go: a bounded buffer that keeps the newest bytes. A plugin's output
//! never reaches the program's own, which may be a protocol.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamResult};

/// What one write may carry, as WASI streams have it.
const WRITE_BYTES: usize = 64 << 10;

/// A pipe without a reader. Clones share the buffer.
#[derive(Clone)]
pub(crate) struct TailPipe {
    capacity: usize,
    tail: Arc<Mutex<VecDeque<u8>>>,
}

impl TailPipe {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, tail: Arc::default() }
    }

    /// The newest bytes as text; half a character at either end becomes a replacement character.
    pub(crate) fn text(&self) -> String {
        let mut tail = self.lock();
        String::from_utf8_lossy(tail.make_contiguous()).into_owned()
    }

    fn push(&self, bytes: &[u8]) {
        let mut tail = self.lock();
        let newest = &bytes[bytes.len().saturating_sub(self.capacity)..];
        let surplus = (tail.len() + newest.len()).saturating_sub(self.capacity);
        tail.drain(..surplus);
        tail.extend(newest);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IsTerminal for TailPipe {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for TailPipe {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }
}

impl OutputStream for TailPipe {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.push(&bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(WRITE_BYTES)
    }
}

#[async_trait]
impl Pollable for TailPipe {
    async fn ready(&mut self) {}
}

impl AsyncWrite for TailPipe {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.push(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_bytes_stay() {
        for (capacity, writes, expected) in [
            (8, vec!["abc", "def"], "abcdef"),
            (4, vec!["abc", "def"], "cdef"),
            (4, vec!["abcdefgh"], "efgh"),
            (4, vec!["ab", "cdefgh", "i"], "fghi"),
            (0, vec!["abc"], ""),
        ] {
            let pipe = TailPipe::new(capacity);
            writes.iter().for_each(|write| pipe.push(write.as_bytes()));
            assert_eq!(pipe.text(), expected);
        }
    }
}
