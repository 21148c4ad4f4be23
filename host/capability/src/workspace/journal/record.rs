//! What a journal says of one step of a commit, and how it is written down.

use crate::workspace::path::Place;
use crate::workspace::version::{Digest, Identity, Stamp};

/// One step of a commit, with all that is needed to do it, to undo it, and to tell which of the two it is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) enum Entry {
    /// A folder is made.
    Folder { place: Place },
    /// A file is made. The bulk of the record is its content.
    Create { place: Place, mode: Option<u32> },
    /// Bytes of a file are replaced. The bulk is what its regions say.
    Edit(Edit),
    /// A file is removed.
    Remove { place: Place, stamp: Stamp },
    /// A file gets another name.
    Rename { from: Place, to: Place, identity: Identity },
}

/// Bytes of one file that are replaced in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) struct Edit {
    pub(in crate::workspace) place: Place,
    /// What it was before, its length among others.
    pub(in crate::workspace) stamp: Stamp,
    pub(in crate::workspace) mode: u32,
    /// Its length after.
    pub(in crate::workspace) after: u64,
    /// Where bytes change, upwards. Only the last one may change the length; it goes to the end of the file
    /// then.
    pub(in crate::workspace) regions: Vec<Region>,
}

/// A stretch of a file that is written anew. It starts at the same offset before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) struct Region {
    pub(in crate::workspace) offset: u64,
    pub(in crate::workspace) pieces: Vec<Piece>,
}

/// Bytes of a region as they follow each other in the bulk: what leaves, what enters, what stays behind both.
/// What stays is written down once, although it may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::workspace) struct Piece {
    pub(in crate::workspace) removed: u64,
    pub(in crate::workspace) inserted: u64,
    pub(in crate::workspace) kept: u64,
}

impl Entry {
    /// The place that it is about; of two, the one that a file will be at.
    pub(in crate::workspace) fn place(&self) -> &Place {
        match self {
            Entry::Folder { place } | Entry::Create { place, .. } | Entry::Remove { place, .. } => place,
            Entry::Edit(edit) => &edit.place,
            Entry::Rename { to, .. } => to,
        }
    }

    /// Where its file is before it is done; none where there is none.
    pub(in crate::workspace) fn source(&self) -> Option<&Place> {
        match self {
            Entry::Folder { .. } | Entry::Create { .. } => None,
            Entry::Edit(edit) => Some(&edit.place),
            Entry::Remove { place, .. } => Some(place),
            Entry::Rename { from, .. } => Some(from),
        }
    }

    /// Every place that it is about.
    pub(in crate::workspace) fn places(&self) -> impl Iterator<Item = &Place> {
        let from = match self {
            Entry::Rename { from, .. } => Some(from),
            _ => None,
        };
        from.into_iter().chain([self.place()])
    }
}

/// What a journal begins with: whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) struct Header {
    pub(in crate::workspace) root: Identity,
    pub(in crate::workspace) born: Option<u64>,
    pub(in crate::workspace) path: String,
    /// A number that no other commit has; names of files that are in between carry it.
    pub(in crate::workspace) tag: u64,
}

/// What the commit was complete with: how many entries, and a digest of all their digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) count: u64,
    pub(super) chain: Digest,
}

/// One frame of a journal, without its bulk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Frame {
    Header(Header),
    Entry(Entry),
    Mark(Mark),
}

const HEADER: u8 = 1;
const FOLDER: u8 = 2;
const CREATE: u8 = 3;
const EDIT: u8 = 4;
const REMOVE: u8 = 5;
const RENAME: u8 = 6;
const MARK: u8 = 7;

impl Frame {
    /// The kind of the frame, and its fields as bytes.
    pub(super) fn write(&self) -> (u8, Vec<u8>) {
        let mut fields = Fields(Vec::new());
        let kind = match self {
            Frame::Header(header) => {
                fields.identity(header.root).option(header.born).text(&header.path).number(header.tag);
                HEADER
            }
            Frame::Entry(Entry::Folder { place }) => {
                fields.text(place.as_str());
                FOLDER
            }
            Frame::Entry(Entry::Create { place, mode }) => {
                fields.text(place.as_str()).option(mode.map(u64::from));
                CREATE
            }
            Frame::Entry(Entry::Edit(edit)) => {
                fields.edit(edit);
                EDIT
            }
            Frame::Entry(Entry::Remove { place, stamp }) => {
                fields.text(place.as_str()).stamp(stamp);
                REMOVE
            }
            Frame::Entry(Entry::Rename { from, to, identity }) => {
                fields.text(from.as_str()).text(to.as_str()).identity(*identity);
                RENAME
            }
            Frame::Mark(mark) => {
                fields.number(mark.count).digest(mark.chain);
                MARK
            }
        };
        (kind, fields.0)
    }

    /// The frame that these bytes mean, if they mean one. `bulk` is how many bytes follow it.
    pub(super) fn read(kind: u8, fields: &[u8], bulk: u64) -> Option<Frame> {
        let mut rest = Rest(fields);
        let frame = match kind {
            HEADER => Frame::Header(Header {
                root: rest.identity()?,
                born: rest.option()?,
                path: rest.text()?,
                tag: rest.number()?,
            }),
            FOLDER => Frame::Entry(Entry::Folder { place: rest.place()? }),
            CREATE => {
                let place = rest.place()?;
                let mode = rest.option()?.map(|mode| u32::try_from(mode).ok().filter(|mode| *mode <= 0o7777));
                Frame::Entry(Entry::Create {
                    place,
                    mode: if let Some(mode) = mode { Some(mode?) } else { None },
                })
            }
            EDIT => Frame::Entry(Entry::Edit(rest.edit().filter(|edit| edit.holds(bulk))?)),
            REMOVE => Frame::Entry(Entry::Remove { place: rest.place()?, stamp: rest.stamp()? }),
            RENAME => Frame::Entry(Entry::Rename {
                from: rest.place()?,
                to: rest.place()?,
                identity: rest.identity()?,
            }),
            MARK => Frame::Mark(Mark { count: rest.number()?, chain: rest.digest()? }),
            _ => return None,
        };
        let has_bulk = matches!(kind, CREATE | EDIT);
        (rest.0.is_empty() && (has_bulk || bulk == 0)).then_some(frame)
    }
}

impl Edit {
    /// Bytes that the file gets at its end.
    pub(in crate::workspace) fn growth(&self) -> u64 {
        self.after.saturating_sub(self.stamp.size)
    }

    /// Whether its numbers agree with each other and with the size of the bulk.
    fn holds(&self, bulk: u64) -> bool {
        let sums = || -> Option<(u64, u64, u64)> {
            let (mut total, mut free) = (0_u64, 0_u64);
            let (mut before_end, mut after_end) = (0, 0);
            for region in &self.regions {
                if before_end != after_end || region.offset < free {
                    return None;
                }
                (before_end, after_end) = (region.offset, region.offset);
                for piece in &region.pieces {
                    before_end = before_end.checked_add(piece.removed)?.checked_add(piece.kept)?;
                    after_end = after_end.checked_add(piece.inserted)?.checked_add(piece.kept)?;
                    total = total
                        .checked_add(piece.removed)?
                        .checked_add(piece.inserted)?
                        .checked_add(piece.kept)?;
                }
                free = before_end;
            }
            Some((total, before_end, after_end))
        };
        sums().is_some_and(|(total, before_end, after_end)| {
            let ends = if before_end == after_end {
                self.stamp.size == self.after && before_end <= self.after
            } else {
                (before_end, after_end) == (self.stamp.size, self.after)
            };
            total == bulk && ends
        })
    }
}

/// Fields of a frame, written one after the other.
struct Fields(Vec<u8>);

impl Fields {
    fn number(&mut self, number: u64) -> &mut Fields {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn digest(&mut self, digest: Digest) -> &mut Fields {
        self.0.extend(digest.0.to_le_bytes());
        self
    }

    fn option(&mut self, number: Option<u64>) -> &mut Fields {
        self.0.push(u8::from(number.is_some()));
        self.number(number.unwrap_or_default())
    }

    fn text(&mut self, text: &str) -> &mut Fields {
        self.number(text.len() as u64).0.extend(text.as_bytes());
        self
    }

    fn identity(&mut self, identity: Identity) -> &mut Fields {
        self.number(identity.device).number(identity.inode)
    }

    fn stamp(&mut self, stamp: &Stamp) -> &mut Fields {
        self.identity(stamp.identity)
            .number(stamp.size)
            .number(stamp.modified.cast_unsigned())
            .number(stamp.changed.cast_unsigned())
    }

    fn edit(&mut self, edit: &Edit) {
        self.text(edit.place.as_str())
            .stamp(&edit.stamp)
            .number(u64::from(edit.mode))
            .number(edit.after)
            .number(edit.regions.len() as u64);
        for region in &edit.regions {
            self.number(region.offset).number(region.pieces.len() as u64);
            for piece in &region.pieces {
                self.number(piece.removed).number(piece.inserted).number(piece.kept);
            }
        }
    }
}

/// Fields of a frame that are still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    fn digest(&mut self) -> Option<Digest> {
        self.take(16)?.try_into().ok().map(|bytes| Digest(u128::from_le_bytes(bytes)))
    }

    fn option(&mut self) -> Option<Option<u64>> {
        match (self.take(1)?, self.number()?) {
            ([0], 0) => Some(None),
            ([1], number) => Some(Some(number)),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn place(&mut self) -> Option<Place> {
        Place::read(&self.text()?).filter(|place| *place != Place::root())
    }

    fn identity(&mut self) -> Option<Identity> {
        Some(Identity { device: self.number()?, inode: self.number()? })
    }

    fn stamp(&mut self) -> Option<Stamp> {
        Some(Stamp {
            identity: self.identity()?,
            size: self.number()?,
            modified: self.number()?.cast_signed(),
            changed: self.number()?.cast_signed(),
        })
    }

    fn edit(&mut self) -> Option<Edit> {
        let mut edit = Edit {
            place: self.place()?,
            stamp: self.stamp()?,
            mode: u32::try_from(self.number()?).ok().filter(|mode| *mode <= 0o7777)?,
            after: self.number()?,
            regions: Vec::new(),
        };
        for _ in 0..self.number()? {
            let mut region = Region { offset: self.number()?, pieces: Vec::new() };
            for _ in 0..self.number()? {
                region.pieces.push(Piece {
                    removed: self.number()?,
                    inserted: self.number()?,
                    kept: self.number()?,
                });
            }
            edit.regions.push(region);
        }
        Some(edit)
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
