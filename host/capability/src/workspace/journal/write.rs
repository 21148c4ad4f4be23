//! Writing a journal: frames, one after the other, and the mark.

use std::fs::File;
use std::io;

use super::record::{Entry, Frame, Header, Mark};
use super::{FORWARD, Journal, MAGIC, Record};
use crate::Failure;
use crate::workspace::fault::state_failed;
use crate::workspace::platform::write_at;
use crate::workspace::version::Digester;

/// Bytes that are collected before they are written.
const BUFFER: usize = 256 * 1024;

/// A journal that is being written. Nothing of it counts before [`Writer::finish`].
pub(in crate::workspace) struct Writer<'a> {
    journal: &'a Journal,
    /// Where the buffer belongs.
    end: u64,
    buffer: Vec<u8>,
    frame: Digester,
    chain: Digester,
    records: Vec<Record>,
}

/// A point to which a writer can go back.
pub(in crate::workspace) struct Point {
    at: u64,
    chain: Digester,
    records: usize,
}

impl<'a> Writer<'a> {
    /// Begins to write into a journal that is empty.
    pub(in crate::workspace) fn new(journal: &'a Journal, header: Header) -> io::Result<Writer<'a>> {
        let mut buffer = Vec::with_capacity(BUFFER);
        buffer.extend(MAGIC);
        buffer.push(FORWARD);
        let mut writer = Writer {
            journal,
            end: 0,
            buffer,
            frame: Digester::new(),
            chain: Digester::new(),
            records: Vec::new(),
        };
        writer.begin(&Frame::Header(header), 0)?;
        writer.end()?;
        Ok(writer)
    }

    /// Where it is now.
    pub(in crate::workspace) fn point(&self) -> Point {
        Point { at: self.position(), chain: self.chain.clone(), records: self.records.len() }
    }

    /// Forgets what was written since then. Bytes of it may stay behind the mark, where nobody reads.
    pub(in crate::workspace) fn go_back(&mut self, point: Point) {
        match point.at.checked_sub(self.end).and_then(|kept| usize::try_from(kept).ok()) {
            Some(kept) => self.buffer.truncate(kept),
            None => {
                self.buffer.clear();
                self.end = point.at;
            }
        }
        self.chain = point.chain;
        self.records.truncate(point.records);
    }

    /// Begins an entry whose bulk has this length.
    pub(in crate::workspace) fn entry(&mut self, entry: Entry, length: u64) -> io::Result<()> {
        let frame = Frame::Entry(entry);
        self.begin(&frame, length)?;
        if let Frame::Entry(entry) = frame {
            self.records.push(Record { entry, at: self.position(), length });
        }
        Ok(())
    }

    /// Adds to the bulk of the entry.
    pub(in crate::workspace) fn bulk(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.frame.add(bytes);
        self.put(bytes)
    }

    /// Ends the entry, whose bulk is complete.
    pub(in crate::workspace) fn end(&mut self) -> io::Result<()> {
        let digest = self.frame.digest().0.to_le_bytes();
        self.chain.add(&digest);
        self.put(&digest)
    }

    /// An entry without bulk.
    pub(in crate::workspace) fn small(&mut self, entry: Entry) -> io::Result<()> {
        self.entry(entry, 0)?;
        self.end()
    }

    /// The failure of a journal that could not be written.
    pub(in crate::workspace) fn failed(&self, error: &io::Error) -> Failure {
        state_failed(&self.journal.path, error)
    }

    /// Writes the mark, and brings all of it to the disk where that is asked for. From here on, the commit is
    /// finished or undone by whoever comes next.
    pub(in crate::workspace) fn finish(mut self) -> io::Result<Vec<Record>> {
        let mark = Mark { count: self.records.len() as u64, chain: self.chain.digest() };
        self.begin(&Frame::Mark(mark), 0)?;
        self.end()?;
        self.flush()?;
        self.journal.sync()?;
        Ok(self.records)
    }

    fn begin(&mut self, frame: &Frame, bulk: u64) -> io::Result<()> {
        let (kind, fields) = frame.write();
        let length = u32::try_from(fields.len()).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        let mut head = Vec::with_capacity(super::FRAME_HEAD + fields.len());
        head.push(kind);
        head.extend(length.to_le_bytes());
        head.extend(bulk.to_le_bytes());
        head.extend(fields);
        self.frame = Digester::new();
        self.frame.add(&head);
        self.put(&head)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.buffer.len() + bytes.len() > BUFFER {
            self.flush()?;
        }
        if bytes.len() >= BUFFER {
            write_at(self.file(), self.end, bytes)?;
            self.end += bytes.len() as u64;
        } else {
            self.buffer.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        write_at(self.file(), self.end, &self.buffer)?;
        self.end += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    fn position(&self) -> u64 {
        self.end + self.buffer.len() as u64
    }

    fn file(&self) -> &'a File {
        &self.journal.file
    }
}
