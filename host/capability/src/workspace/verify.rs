//! The files of a plan, read once more: they have to be what they were, and what is to become of them is
//! written down in the journal on the way.

use std::fs::File;
use std::io;

use super::changes::{Change, ChangeKind, Splice};
use super::fault::{changed, failed, refused};
use super::journal::{Edit, Entry, Writer};
use super::layout::{Layout, layout};
use super::open::{Access, open_file};
use super::path::Place;
use super::plan::{Planned, Source};
use super::platform::{CLEARED, may_set_mode, mode, read_at};
use super::version::{Digester, Identity, Seen, Stamp};
use super::walk::Walk;
use crate::Failure;

/// Bytes that are read at once.
const WINDOW: usize = 256 * 1024;
/// Files that stay open between the look at them and their change. The others are opened again.
const MAX_OPEN: usize = 32;

/// A file that was looked at.
pub(super) struct Subject {
    pub(super) stamp: Stamp,
    pub(super) file: Option<File>,
}

/// Files that are what they have to be.
pub(super) struct Verified {
    /// By entry of the journal; none where there was nothing to look at.
    pub(super) subjects: Vec<Option<Subject>>,
    /// What will be different; empty where nothing will.
    pub(super) changes: Vec<Change>,
}

/// Looks at the files of a plan and writes the journal, but for its mark.
///
/// # Errors
/// `conflict` where a file is not what it was; a file that may not be read or written; a journal that cannot
/// be written.
pub(super) fn verify(
    walk: &mut Walk<'_>,
    plan: Vec<Planned<'_>>,
    writer: &mut Writer<'_>,
) -> Result<Verified, Failure> {
    let mut verifier = Verifier {
        walk,
        writer,
        verified: Verified { subjects: Vec::with_capacity(plan.len()), changes: Vec::new() },
        window: Vec::new(),
        open: 0,
    };
    for planned in plan {
        verifier.step(planned)?;
    }
    Ok(verifier.verified)
}

struct Verifier<'a, 'j, 'r> {
    walk: &'a mut Walk<'r>,
    writer: &'a mut Writer<'j>,
    verified: Verified,
    window: Vec<u8>,
    open: usize,
}

impl Verifier<'_, '_, '_> {
    fn step(&mut self, planned: Planned<'_>) -> Result<(), Failure> {
        match planned {
            Planned::Folder(place) => {
                let written = self.writer.small(Entry::Folder { place });
                self.written(written)?;
                self.verified.subjects.push(None);
            }
            Planned::Create { place, content, mode } => {
                self.changed(&place, ChangeKind::Created);
                let written = self
                    .writer
                    .entry(Entry::Create { place, mode }, content.len() as u64)
                    .and_then(|()| self.writer.bulk(content))
                    .and_then(|()| self.writer.end());
                self.written(written)?;
                self.verified.subjects.push(None);
            }
            Planned::Edit { source, splices } => {
                let place = source.place.clone();
                if self.edit(&source, place.clone(), splices)? {
                    self.changed(&place, ChangeKind::Edited);
                }
            }
            Planned::Remove { source } => {
                self.unchanged(&source)?;
                let stamp = Stamp::of(&source.metadata);
                self.changed(&source.place, ChangeKind::Removed);
                let written = self.writer.small(Entry::Remove { place: source.place, stamp });
                self.written(written)?;
                self.verified.subjects.push(Some(Subject { stamp, file: None }));
            }
            Planned::Rename { source, to, splices } => {
                let stamp = Stamp::of(&source.metadata);
                let from = source.place.clone();
                self.changed(&to, ChangeKind::Renamed { from: from.to_string() });
                let entry = Entry::Rename { from, to: to.clone(), identity: stamp.identity };
                let written = self.writer.small(entry);
                self.written(written)?;
                self.verified.subjects.push(Some(Subject { stamp, file: None }));
                if splices.is_empty() {
                    self.unchanged(&source)?;
                } else {
                    self.edit(&source, to, splices)?;
                }
            }
        }
        Ok(())
    }

    fn changed(&mut self, place: &Place, kind: ChangeKind) {
        self.verified.changes.push(Change { path: place.to_string(), kind });
    }

    fn written(&self, written: io::Result<()>) -> Result<(), Failure> {
        written.map_err(|error| self.writer.failed(&error))
    }

    /// Whether a file that goes or moves is what it has to be.
    fn unchanged(&mut self, source: &Source) -> Result<(), Failure> {
        if source.version.seen == Seen::Stamp {
            // Nothing of its bytes is known, so that nothing has to be read.
            let now = Stamp::of(&source.metadata);
            return if source.version.may_be(&now) { Ok(()) } else { Err(changed(&source.written)) };
        }
        let (file, stamp) = self.open(source, Access::Read)?;
        let mut reading = Reading::new(&file, stamp.size, &source.version.seen, &mut self.window);
        let read = reading.pass(stamp.size, |_| Ok(())).and_then(|()| reading.is(&source.version.seen));
        if read.map_err(|broken| broken.of(source, self.writer))? {
            Ok(())
        } else {
            Err(changed(&source.written))
        }
    }

    /// Opens a file that has to be the one that was planned for. Its version is compared to what was planned
    /// for, since opening a file to write it may count as a change (a copy to the upper layer of an overlay).
    fn open(&mut self, source: &Source, access: Access) -> Result<(File, Stamp), Failure> {
        let planned = Stamp::of(&source.metadata);
        if !source.version.may_be(&planned) {
            return Err(changed(&source.written));
        }
        let done = if access == Access::Write { "written" } else { "read" };
        let name = source.place.name();
        let folder = self.walk.parent(&source.place).map_err(|_| changed(&source.written))?;
        let (file, metadata) = open_file(&folder, name, access).map_err(|error| {
            let now = folder.dir.symlink_metadata(name);
            let is_there = now.is_ok_and(|now| Identity::of(&now) == Identity::of(&source.metadata));
            if is_there { failed(&source.written, done, &error) } else { changed(&source.written) }
        })?;
        let stamp = Stamp::of(&metadata);
        if stamp.same_content(&planned) { Ok((file, stamp)) } else { Err(changed(&source.written)) }
    }

    /// Writes down what splices make of a file, which will be at `place` by then; whether they change a byte.
    fn edit(&mut self, source: &Source, place: Place, splices: &[Splice]) -> Result<bool, Failure> {
        let (file, stamp) = self.open(source, Access::Write)?;
        let Some(Layout { regions, after, bulk }) = layout(splices, stamp.size) else {
            let message = format!("a splice goes past the end of `{}`, at {}", source.written, stamp.size);
            return Err(refused("invalid_argument", &source.written, message));
        };
        let mode = mode(&source.metadata);
        if mode & CLEARED != 0 && !may_set_mode(&source.metadata) {
            let message = format!(
                "`{}` runs as its owner or group (mode {mode:04o}), which writing to it would end",
                source.written
            );
            return Err(refused("denied", &source.written, message));
        }
        let point = self.writer.point();
        let edit = Edit { place, stamp, mode, after, regions };
        let pieces: Vec<(u64, Vec<_>)> =
            edit.regions.iter().map(|region| (region.offset, region.pieces.clone())).collect();
        let began = self.writer.entry(Entry::Edit(edit), bulk);
        self.written(began)?;

        let mut reading = Reading::new(&file, stamp.size, &source.version.seen, &mut self.window);
        let mut splices = splices.iter();
        let copy = || -> Result<(bool, bool), Broken> {
            let mut effective = false;
            for (offset, pieces) in pieces {
                reading.skip_to(offset)?;
                for (piece, splice) in pieces.iter().zip(&mut splices) {
                    let mut same =
                        Some(&*splice.insert).filter(|insert| insert.len() as u64 == piece.removed);
                    reading.pass(piece.removed, |bytes| {
                        same = same.and_then(|left| left.strip_prefix(bytes));
                        self.writer.bulk(bytes)
                    })?;
                    effective |= same.is_none();
                    self.writer.bulk(&splice.insert).map_err(Broken::Journal)?;
                    reading.pass(piece.kept, |bytes| self.writer.bulk(bytes))?;
                }
            }
            reading.skip_to(stamp.size)?;
            Ok((reading.is(&source.version.seen)?, effective))
        };
        let (is_same, effective) = copy().map_err(|broken| broken.of(source, self.writer))?;
        if !is_same {
            return Err(changed(&source.written));
        }
        if effective {
            let ended = self.writer.end();
            self.written(ended)?;
            self.open += 1;
            let file = (self.open <= MAX_OPEN).then_some(file);
            self.verified.subjects.push(Some(Subject { stamp, file }));
        } else {
            self.writer.go_back(point);
        }
        Ok(effective)
    }
}

/// Why a file was not written down.
enum Broken {
    Read(io::Error),
    Journal(io::Error),
}

impl Broken {
    fn of(self, source: &Source, writer: &Writer<'_>) -> Failure {
        match self {
            Broken::Read(error) if error.kind() == io::ErrorKind::UnexpectedEof => changed(&source.written),
            Broken::Read(error) => failed(&source.written, "read", &error),
            Broken::Journal(error) => writer.failed(&error),
        }
    }
}

/// A file that is read from its beginning to its end, as far as somebody has to see it.
struct Reading<'a> {
    file: &'a File,
    size: u64,
    position: u64,
    /// Present where every byte counts.
    digester: Option<Digester>,
    window: &'a mut Vec<u8>,
    /// Where in the file the window lies.
    start: u64,
}

impl<'a> Reading<'a> {
    fn new(file: &'a File, size: u64, seen: &Seen, window: &'a mut Vec<u8>) -> Reading<'a> {
        window.clear();
        let digester = matches!(seen, Seen::Whole(_)).then(Digester::new);
        Reading { file, size, position: 0, digester, window, start: 0 }
    }

    /// Goes on to an offset; bytes on the way are read only where they count.
    fn skip_to(&mut self, offset: u64) -> Result<(), Broken> {
        if self.digester.is_none() {
            self.position = self.position.max(offset);
        }
        self.pass(offset.saturating_sub(self.position), |_| Ok(()))
    }

    /// Hands the next bytes on, part by part.
    fn pass(&mut self, length: u64, mut sink: impl FnMut(&[u8]) -> io::Result<()>) -> Result<(), Broken> {
        let end = self.position.saturating_add(length);
        while self.position < end {
            let from = self.ahead().map_err(Broken::Read)?;
            let left = usize::try_from(end - self.position).unwrap_or(usize::MAX);
            let bytes = self.window.get(from..).unwrap_or_default();
            let bytes = &bytes[..bytes.len().min(left)];
            sink(bytes).map_err(Broken::Journal)?;
            if let Some(digester) = &mut self.digester {
                digester.add(bytes);
            }
            self.position += bytes.len() as u64;
        }
        Ok(())
    }

    /// Where in the window the next bytes begin; there is at least one.
    fn ahead(&mut self) -> io::Result<usize> {
        let from = self.position.checked_sub(self.start).and_then(|from| usize::try_from(from).ok());
        if let Some(from) = from.filter(|from| *from < self.window.len()) {
            return Ok(from);
        }
        let left = usize::try_from(self.size.saturating_sub(self.position)).unwrap_or(usize::MAX);
        self.window.resize(left.min(WINDOW), 0);
        let count = read_at(self.file, self.position, self.window)?;
        self.window.truncate(count);
        self.start = self.position;
        if count == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(0) }
    }

    /// Whether it was what the holder of a version has seen.
    fn is(&mut self, seen: &Seen) -> Result<bool, Broken> {
        match seen {
            Seen::Stamp => Ok(true),
            Seen::Whole(digest) => {
                Ok(self.digester.as_ref().is_some_and(|digester| digester.digest() == *digest))
            }
            Seen::Range { offset, length, digest } => {
                let mut range = vec![0; usize::try_from(*length).unwrap_or(usize::MAX).min(WINDOW)];
                let (mut digester, mut at) = (Digester::new(), *offset);
                let end = offset.saturating_add(*length);
                while at < end {
                    let wanted = usize::try_from(end - at).unwrap_or(usize::MAX).min(range.len());
                    let count = read_at(self.file, at, &mut range[..wanted]).map_err(Broken::Read)?;
                    if count == 0 {
                        return Ok(false);
                    }
                    digester.add(&range[..count]);
                    at += count as u64;
                }
                Ok(digester.digest() == *digest)
            }
        }
    }
}
