//! Bytes that may lie on disk, as far as a preview needs them.

use std::io;

use toolhost_capability::spool::Output;

/// A range of bytes that does not change while it is read.
pub trait Source {
    /// Number of bytes.
    fn len(&self) -> u64;

    /// True if there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Up to `max` bytes from `offset`. May return fewer; none only at the end.
    ///
    /// # Errors
    ///
    /// When the bytes cannot be read.
    fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>>;

    /// Number of `\n` bytes from `from` up to `to`, exclusive.
    ///
    /// # Errors
    ///
    /// When the bytes cannot be read.
    fn newlines(&self, from: u64, to: u64) -> io::Result<u64>;
}

impl Source for [u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        let end = offset.saturating_add(max as u64);
        Ok(part(self, offset, end).to_vec())
    }

    fn newlines(&self, from: u64, to: u64) -> io::Result<u64> {
        Ok(memchr::memchr_iter(b'\n', part(self, from, to)).count() as u64)
    }
}

impl Source for Output {
    fn len(&self) -> u64 {
        self.len()
    }

    fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        self.read(offset, max)
    }

    fn newlines(&self, from: u64, to: u64) -> io::Result<u64> {
        self.newlines(from, to)
    }
}

impl<S: Source + ?Sized> Source for &S {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        (**self).read(offset, max)
    }

    fn newlines(&self, from: u64, to: u64) -> io::Result<u64> {
        (**self).newlines(from, to)
    }
}

/// The bytes of a range, as far as they exist.
fn part(bytes: &[u8], from: u64, to: u64) -> &[u8] {
    let clamp = |position: u64| usize::try_from(position).unwrap_or(usize::MAX).min(bytes.len());
    bytes.get(clamp(from)..clamp(to)).unwrap_or_default()
}

/// Exactly the bytes from `from` up to `to`.
pub(crate) fn read_range(source: &dyn Source, from: u64, to: u64) -> io::Result<Vec<u8>> {
    let wanted = usize::try_from(to.saturating_sub(from)).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = Vec::with_capacity(wanted);
    while bytes.len() < wanted {
        let chunk = source.read(from + bytes.len() as u64, wanted - bytes.len())?;
        if chunk.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
