//! What a program prints on one of its outputs, up to a bound.

use tokio::io::AsyncReadExt;

use crate::spawn::ReadEnd;

/// One read at most; what a pipe holds, unless somebody enlarged it.
const READ: usize = 64 * 1024;

/// One output of a program.
pub(super) struct Sink {
    /// None once nobody holds the other end any more.
    pipe: Option<ReadEnd>,
    bytes: Vec<u8>,
    most: usize,
}

/// More came than was agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Overflow;

impl Sink {
    /// Takes at most `most` bytes.
    pub(super) fn new(pipe: ReadEnd, most: usize) -> Sink {
        Sink { pipe: Some(pipe), bytes: Vec::new(), most }
    }

    /// Whether more may come.
    pub(super) fn is_open(&self) -> bool {
        self.pipe.is_some()
    }

    /// Waits for more, or for the end. Dropping the future loses nothing.
    pub(super) async fn more(&mut self) -> Result<(), Overflow> {
        let Some(pipe) = &mut self.pipe else { return std::future::pending().await };
        self.bytes.reserve(READ);
        match pipe.read_buf(&mut self.bytes).await {
            // A pipe that cannot be read will never be.
            Ok(0) | Err(_) => self.pipe = None,
            Ok(_) if self.bytes.len() > self.most => return Err(Overflow),
            Ok(_) => {}
        }
        Ok(())
    }

    /// All that came.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
