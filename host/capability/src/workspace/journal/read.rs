//! Reading a journal that somebody left: nothing of it is believed that its digests do not say.

use std::fs::File;
use std::io;

use super::record::{Frame, Header};
use super::{BACKWARD, DIRECTION, FORWARD, FRAME_END, FRAME_HEAD, FRAMES, MAGIC, Record};
use crate::workspace::platform::{read_at, read_exact_at};
use crate::workspace::version::{Digest, Digester};

/// A whole commit.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::workspace) struct Contents {
    pub(in crate::workspace) header: Header,
    pub(in crate::workspace) records: Vec<Record>,
    /// It was being undone.
    pub(in crate::workspace) backward: bool,
}

/// Why there is no commit in a journal.
#[derive(Debug)]
pub(in crate::workspace) enum Unread {
    /// It ends before its mark, so that nothing had been done yet.
    Unmarked,
    /// It says what no commit writes.
    Wrong(String),
    /// The system does not let it be read.
    Io(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Unread::Unmarked,
            _ => Unread::Io(error),
        }
    }
}

impl Contents {
    /// Reads the journal from its beginning to its mark.
    pub(in crate::workspace) fn read(file: &File) -> Result<Contents, Unread> {
        let length = file.metadata()?.len();
        let direction = first_bytes(file)?;
        let mut frames = Frames { file, length, at: FRAMES, chain: Digester::new() };
        let header = match frames.next()? {
            (Frame::Header(header), ..) => header,
            _ => return Err(Unread::Wrong("it does not say whose it is".to_owned())),
        };
        let mut records = Vec::new();
        loop {
            let before = frames.chain.digest();
            match frames.next()? {
                (Frame::Entry(entry), at, length) => records.push(Record { entry, at, length }),
                (Frame::Mark(mark), ..) => {
                    let complete = mark.count == records.len() as u64 && mark.chain == before;
                    if !complete {
                        return Err(Unread::Wrong("its mark belongs to another one".to_owned()));
                    }
                    return Ok(Contents { header, records, backward: direction == BACKWARD });
                }
                (Frame::Header(_), ..) => {
                    return Err(Unread::Wrong("it says twice whose it is".to_owned()));
                }
            }
        }
    }
}

fn first_bytes(file: &File) -> Result<u8, Unread> {
    let mut first = [0; FRAMES as usize];
    let count = read_at(file, 0, &mut first)?;
    let (magic, direction) = first.split_at(DIRECTION as usize);
    let known = magic.iter().zip(MAGIC).take(count).all(|(byte, known)| byte == known);
    match (count as u64 == FRAMES, direction) {
        (true, [FORWARD]) if known => Ok(FORWARD),
        (true, [BACKWARD]) if known => Ok(BACKWARD),
        (false, _) if known => Err(Unread::Unmarked),
        _ => Err(Unread::Wrong("it is no journal of this version".to_owned())),
    }
}

struct Frames<'a> {
    file: &'a File,
    length: u64,
    at: u64,
    /// Over the digests of the frames so far.
    chain: Digester,
}

impl Frames<'_> {
    /// The next frame, and where its bulk begins and how long it is.
    fn next(&mut self) -> Result<(Frame, u64, u64), Unread> {
        let mut head = [0; FRAME_HEAD];
        read_exact_at(self.file, self.at, &mut head)?;
        let [kind, a, b, c, d, bulk @ ..] = head;
        let (fields, bulk) = (u32::from_le_bytes([a, b, c, d]), u64::from_le_bytes(bulk));
        let at = self.at + FRAME_HEAD as u64 + u64::from(fields);
        let end = at.checked_add(bulk).filter(|end| *end <= self.length.saturating_sub(FRAME_END));
        // A frame is cut short with the journal, or its length is made up; its digest cannot tell either way.
        let end = end.ok_or(Unread::Unmarked)?;
        let mut bytes = vec![0; fields as usize];
        read_exact_at(self.file, at - u64::from(fields), &mut bytes)?;
        let mut digester = Digester::new();
        digester.add(&head);
        digester.add(&bytes);
        self.digest_bulk(&mut digester, at, end)?;
        let mut digest = [0; FRAME_END as usize];
        read_exact_at(self.file, end, &mut digest)?;
        if Digest(u128::from_le_bytes(digest)) != digester.digest() {
            return Err(Unread::Wrong(format!("its bytes before {} are not those that were written", end)));
        }
        let frame = Frame::read(kind, &bytes, bulk)
            .ok_or_else(|| Unread::Wrong(format!("what it says at {} means nothing", self.at)))?;
        self.chain.add(&digest);
        self.at = end + FRAME_END;
        Ok((frame, at, bulk))
    }

    fn digest_bulk(&self, digester: &mut Digester, mut at: u64, end: u64) -> io::Result<()> {
        let mut buffer = vec![0; usize::try_from(end - at).unwrap_or(usize::MAX).min(256 * 1024)];
        while at < end {
            let wanted = usize::try_from(end - at).unwrap_or(usize::MAX).min(buffer.len());
            read_exact_at(self.file, at, &mut buffer[..wanted])?;
            digester.add(&buffer[..wanted]);
            at += wanted as u64;
        }
        Ok(())
    }
}
