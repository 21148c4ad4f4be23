//! How far an entry of a journal has come, told from the files alone.

use std::fs::File;
use std::io::{self, ErrorKind};

use super::journal::{Edit, Entry, Patch, Record, patches};
use super::open::Access;
use super::path::Place;
use super::platform::read_at;
use super::version::Identity;
use super::work::{Which, Work};

/// Disks write this many bytes at once or not at all.
const SECTOR: u64 = 512;
/// Bytes that are compared at once; a multiple of a sector.
const PORTION: usize = 128 * SECTOR as usize;

/// How far an entry has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Not done.
    Before,
    /// Done.
    After,
    /// A write was cut short: some bytes are as before, the others as after.
    Between,
    /// Somebody else was there since.
    Foreign,
}

/// The state of one record. `earlier` are the records before it, which may explain what stands at its place.
pub(super) fn state(
    work: &mut Work<'_, '_>,
    earlier: &[Record],
    record: &Record,
    index: usize,
) -> io::Result<State> {
    match &record.entry {
        Entry::Folder { place } => Ok(match work.walk.look(place)? {
            None => State::Before,
            Some(metadata) if metadata.is_dir() => State::After,
            Some(metadata) if left_by(earlier, place, Identity::of(&metadata)) => State::Before,
            Some(_) => State::Foreign,
        }),
        Entry::Create { place, mode } => created(work, earlier, record, index, place, *mode),
        Entry::Edit(edit) => edited(work, earlier, record, edit),
        Entry::Remove { place, stamp } => {
            let aside = work.aside(place, index);
            if work.identity(&aside)? == Some(stamp.identity) {
                return Ok(State::After);
            }
            Ok(match work.walk.look(place)? {
                Some(metadata) if Identity::of(&metadata) == stamp.identity => {
                    let is_same = super::version::Stamp::of(&metadata).same_content(stamp);
                    if is_same { State::Before } else { State::Foreign }
                }
                _ => State::After,
            })
        }
        Entry::Rename { from, to, identity } => {
            if work.identity(from)? == Some(*identity) {
                return Ok(State::Before);
            }
            Ok(if work.identity(to)? == Some(*identity) { State::After } else { State::Foreign })
        }
    }
}

/// Whether an earlier record is to take just this file away from the place.
fn left_by(earlier: &[Record], place: &Place, identity: Identity) -> bool {
    earlier.iter().any(|record| match &record.entry {
        Entry::Remove { place: left, stamp } => left == place && stamp.identity == identity,
        Entry::Rename { from, identity: moved, .. } => from == place && *moved == identity,
        _ => false,
    })
}

fn created(
    work: &mut Work<'_, '_>,
    earlier: &[Record],
    record: &Record,
    index: usize,
    place: &Place,
    mode: Option<u32>,
) -> io::Result<State> {
    let Some(metadata) = work.walk.look(place)? else { return Ok(State::Before) };
    let identity = Identity::of(&metadata);
    if left_by(earlier, place, identity) {
        return Ok(State::Before);
    }
    // As long as the new file lies aside, what stands at its place is another one.
    let aside = work.aside(place, index);
    if let Some(aside) = work.identity(&aside)? {
        return Ok(if aside == identity { State::After } else { State::Foreign });
    }
    let length = metadata.len();
    let may_be_cut = length < record.length && length % SECTOR == 0;
    if !metadata.is_file() || length != record.length && !may_be_cut {
        return Ok(State::Foreign);
    }
    let file = match work.open(place, Access::Read) {
        // It may have a mode that lets nobody look; mode and length are what there is to go by then.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            let is_ours = mode == Some(super::platform::mode(&metadata)) && length == record.length;
            return Ok(if is_ours { State::After } else { State::Foreign });
        }
        opened => opened?.0,
    };
    let (mut wanted, mut there) = (vec![0; PORTION], vec![0; PORTION]);
    let (mut at, mut is_whole) = (0, length == record.length);
    while at < length {
        let count = usize::try_from(length - at).unwrap_or(usize::MAX).min(PORTION);
        work.bulk.read(record.at + at, &mut wanted[..count])?;
        if read_at(&file, at, &mut there[..count])? < count {
            return Ok(State::Foreign);
        }
        is_whole &= wanted[..count] == there[..count];
        let mut sectors = wanted[..count].chunks(SECTOR as usize).zip(there[..count].chunks(SECTOR as usize));
        // A file may get its name on the disk before it gets its bytes there.
        if !is_whole && !sectors.all(|(wanted, there)| wanted == there || there.iter().all(|byte| *byte == 0))
        {
            return Ok(State::Foreign);
        }
        at += count as u64;
    }
    Ok(if is_whole { State::After } else { State::Between })
}

fn edited(work: &mut Work<'_, '_>, earlier: &[Record], record: &Record, edit: &Edit) -> io::Result<State> {
    let (file, stamp) = match work.open(&edit.place, Access::Read) {
        Ok(opened) => opened,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            // It may not have been renamed yet.
            let moves_here = |record: &Record| match &record.entry {
                Entry::Rename { to, identity, .. } => *to == edit.place && *identity == edit.stamp.identity,
                _ => false,
            };
            return Ok(if earlier.iter().any(moves_here) { State::Before } else { State::Foreign });
        }
        Err(error) => return Err(error),
    };
    let mut sides = Sides { before: true, after: true };
    let patches = patches(edit, record.at);
    let mixed = is_mixed(work, &file, stamp.size, edit, &patches, &mut sides)?;
    Ok(match (stamp.identity == edit.stamp.identity, mixed) {
        (_, true) if sides.after && stamp.size == edit.after => State::After,
        (true, true) if sides.before && stamp.size == edit.stamp.size => State::Before,
        (true, true) => State::Between,
        _ => State::Foreign,
    })
}

/// Which sides the bytes of a file agree with so far.
struct Sides {
    before: bool,
    after: bool,
}

/// Whether a file holds what writes that were cut short can leave, and nothing else: every sector as it may
/// be found then, and a length between the two.
fn is_mixed(
    work: &mut Work<'_, '_>,
    file: &File,
    size: u64,
    edit: &Edit,
    patches: &[Patch],
    sides: &mut Sides,
) -> io::Result<bool> {
    let (before, after) = (edit.stamp.size, edit.after);
    if !(before.min(after)..=before.max(after)).contains(&size) {
        return Ok(false);
    }
    for patch in patches {
        let longer = patch.before.length.max(patch.after.length);
        let end = (patch.offset + longer).min(size);
        let mut at = patch.offset;
        while at < end {
            // Up to the border of a sector first, and from border to border then.
            let next = (at - at % SECTOR).saturating_add(PORTION as u64).min(end);
            let mut portion = Portion::read(work, file, patch, at, next)?;
            if !portion.agrees(at, sides) {
                return Ok(false);
            }
            at = next;
        }
        sides.before &= size >= patch.offset + patch.before.length;
        sides.after &= size >= patch.offset + patch.after.length;
    }
    Ok(true)
}

/// The same range of a file, of the bytes before and of those after.
struct Portion {
    there: Vec<u8>,
    before: Vec<u8>,
    /// Bytes of `before` that there were; the rest is zeros, as a file that was only made longer holds.
    had: usize,
    after: Vec<u8>,
}

impl Portion {
    fn read(work: &mut Work<'_, '_>, file: &File, patch: &Patch, from: u64, to: u64) -> io::Result<Portion> {
        let length = usize::try_from(to - from).unwrap_or(usize::MAX);
        let mut there = vec![0; length];
        let count = read_at(file, from, &mut there)?;
        there.truncate(count);
        let (mut before, mut after) = (vec![0; count], vec![0; count]);
        let position = from - patch.offset;
        let had = Which::Before.of(patch).read(&mut work.bulk, position, &mut before)?;
        let will_have = Which::After.of(patch).read(&mut work.bulk, position, &mut after)?;
        after.truncate(will_have);
        Ok(Portion { there, before, had, after })
    }

    /// Whether every sector agrees; `at` is where the portion starts in the file.
    fn agrees(&mut self, at: u64, sides: &mut Sides) -> bool {
        sides.before &= self.there[..self.had] == self.before[..self.had] && self.had == self.there.len();
        sides.after &= self.there == self.after;
        let mut from = 0;
        let mut to = usize::try_from(SECTOR - at % SECTOR).unwrap_or(usize::MAX).min(self.there.len());
        while from < to {
            let after = self.after.get(from..to.min(self.after.len())).unwrap_or_default();
            if !is_cut_short(&self.there[from..to], &self.before[from..to], after) {
                return false;
            }
            from = to;
            to = (to + SECTOR as usize).min(self.there.len());
        }
        true
    }
}

/// Whether a sector is one that writes may leave. Both doing and undoing go upwards, and once a commit is
/// being undone it stays so: at most, bytes before are followed by bytes after, and those by bytes before.
fn is_cut_short(there: &[u8], before: &[u8], after: &[u8]) -> bool {
    if there == before || there == after {
        return true;
    }
    // Which of the three stretches the byte so far can belong to.
    let (mut undone, mut done, mut ahead) = (true, true, true);
    for (index, byte) in there.iter().enumerate() {
        let (is_before, is_after) = (before.get(index) == Some(byte), after.get(index) == Some(byte));
        ahead = (undone || done || ahead) && is_before;
        done = (undone || done) && is_after;
        undone &= is_before;
    }
    undone || done || ahead
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
