//! One spool: an append-only file that knows where its lines end.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::directory::SpoolDir;

/// Newlines are counted for each block of this size, so that a range of gigabytes needs two short reads.
const BLOCK: u64 = 1 << 20;

/// All bytes of one output, in the order in which they came.
pub struct Spool {
    directory: Arc<SpoolDir>,
    path: PathBuf,
    /// Open from the first byte until the writer says that it was the last.
    file: Mutex<Option<Arc<File>>>,
    /// Bytes that readers may look at.
    length: AtomicU64,
    /// Bytes that came, stored or not.
    received: AtomicU64,
    complete: AtomicBool,
    /// How many newlines each block holds; its lock also orders the writers.
    newlines: Mutex<Vec<u32>>,
}

impl Spool {
    pub(super) fn new(directory: Arc<SpoolDir>, path: PathBuf) -> Spool {
        Spool {
            directory,
            path,
            file: Mutex::new(None),
            length: AtomicU64::new(0),
            received: AtomicU64::new(0),
            complete: AtomicBool::new(true),
            newlines: Mutex::new(Vec::new()),
        }
    }

    /// Where the bytes lie. The file exists once a byte has come.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes stored so far.
    pub fn len(&self) -> u64 {
        self.length.load(Ordering::Acquire)
    }

    /// Whether nothing is stored yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that came so far, stored or not.
    pub fn received(&self) -> u64 {
        self.received.load(Ordering::Acquire)
    }

    /// False once a byte was not stored, because of the bound on one spool or because the disk refused it.
    pub fn is_complete(&self) -> bool {
        self.complete.load(Ordering::Acquire)
    }

    /// Adds bytes at the end. A spool that is full or that cannot be written stops for good, and stays readable
    /// up to there: a command is never stopped by its log.
    pub fn append(&self, bytes: &[u8]) {
        let mut newlines = self.lock();
        self.received.fetch_add(bytes.len() as u64, Ordering::AcqRel);
        if !self.is_complete() {
            return;
        }
        let length = self.len();
        let room = self.directory.limits().max_session_bytes.saturating_sub(length);
        let stored = &bytes[..bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX))];
        let written = self.file_to_write(length).and_then(|file| (&*file).write_all(stored));
        if let Err(error) = &written {
            tracing::warn!(path = %self.path.display(), %error, "spool stops");
        } else {
            count_newlines(&mut newlines, length, stored);
            self.length.store(length + stored.len() as u64, Ordering::Release);
        }
        if written.is_err() || stored.len() < bytes.len() {
            self.complete.store(false, Ordering::Release);
        }
    }

    /// Says that no more bytes come: the file is closed, and opened again for whoever reads.
    pub fn close(&self) {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Bytes from `offset` on, at most `max`; fewer at the end.
    pub fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        let available = usize::try_from(self.len().saturating_sub(offset)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; max.min(available)];
        if !bytes.is_empty() {
            self.read_exact_at(offset, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// How many newlines stand in the range.
    pub fn newlines(&self, from: u64, to: u64) -> io::Result<u64> {
        let to = to.min(self.len());
        if from >= to {
            return Ok(0);
        }
        let (first, last) = (from.div_ceil(BLOCK), to / BLOCK);
        if first >= last {
            return self.scan(from, to);
        }
        let whole: u64 = {
            let counts = self.lock();
            let blocks = as_index(first)..as_index(last).min(counts.len());
            counts.get(blocks).unwrap_or_default().iter().map(|count| u64::from(*count)).sum()
        };
        Ok(self.scan(from, first * BLOCK)? + whole + self.scan(last * BLOCK, to)?)
    }

    fn scan(&self, mut from: u64, to: u64) -> io::Result<u64> {
        let mut found = 0;
        while from < to {
            let bytes = self.read(from, as_index((to - from).min(BLOCK)))?;
            if bytes.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            found += memchr::memchr_iter(b'\n', &bytes).count() as u64;
            from += bytes.len() as u64;
        }
        Ok(found)
    }

    /// The file, made when the first byte comes.
    fn file_to_write(&self, length: u64) -> io::Result<Arc<File>> {
        let mut held = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match &*held {
            Some(file) => Ok(Arc::clone(file)),
            None if length == 0 => Ok(Arc::clone(held.insert(Arc::new(self.directory.create(&self.path)?)))),
            None => Err(io::Error::other("the spool is closed")),
        }
    }

    #[cfg(unix)]
    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::os::unix::fs::FileExt;
        let held = self.file.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match held {
            Some(file) => file.read_exact_at(bytes, offset),
            None => self.directory.open_to_read(&self.path)?.read_exact_at(bytes, offset),
        }
    }

    #[cfg(not(unix))]
    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u32>> {
        self.newlines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the newlines of `bytes`, which stand at `offset`, to the counts of their blocks.
fn count_newlines(counts: &mut Vec<u32>, mut offset: u64, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        let block = as_index(offset / BLOCK);
        let (here, rest) = bytes.split_at(bytes.len().min(as_index(BLOCK - offset % BLOCK)));
        if counts.len() <= block {
            counts.resize(block + 1, 0);
        }
        counts[block] += memchr::memchr_iter(b'\n', here).count() as u32;
        offset += here.len() as u64;
        bytes = rest;
    }
}

fn as_index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
