//! Bringing a commit that was cut short to one of its ends, from wherever it stands.

use std::io::{self, ErrorKind};

use super::apply::MUCH;
use super::fault::failed;
use super::journal::{Entry, Record};
use super::open::Access;
use super::path::Place;
use super::state::{State, state};
use super::version::Stamp;
use super::work::{Which, Work};
use crate::Failure;

/// Records that could not be brought to the end, because somebody else wrote to their files since.
pub(super) type Left = Vec<usize>;

/// Does what is not done, in the order of the records.
///
/// # Errors
/// The system's refusal; what was done by then stays done.
pub(super) fn finish(work: &mut Work<'_, '_>, records: &[Record]) -> Result<Left, Failure> {
    let mut left = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let done = state(work, &records[..index], record, index)
            .and_then(|state| forward(work, record, index, state))
            .map_err(|error| failed(record.entry.place(), "finished", &error))?;
        if !done {
            left.push(index);
        }
    }
    Ok(left)
}

/// Undoes what is done of the first `begun` records, the last one first. Of the others, space may have been
/// set apart, which is given back.
///
/// # Errors
/// The system's refusal; what was undone by then stays undone.
pub(super) fn undo(work: &mut Work<'_, '_>, records: &[Record], begun: usize) -> Result<Left, Failure> {
    let mut left = Vec::new();
    for (index, record) in records.iter().enumerate().rev() {
        if index >= begun && !matches!(record.entry, Entry::Edit(_)) {
            continue;
        }
        let done = state(work, &records[..index], record, index)
            .and_then(|state| backward(work, &records[..index], record, index, state))
            .map_err(|error| failed(record.entry.place(), "put back", &error))?;
        if !done && index < begun {
            left.push(index);
        }
    }
    left.reverse();
    Ok(left)
}

/// Whether every record can still be undone: a file that was removed for good cannot come back.
pub(super) fn can_undo(work: &mut Work<'_, '_>, records: &[Record]) -> Result<bool, Failure> {
    for (index, record) in records.iter().enumerate() {
        let Entry::Remove { place, stamp } = &record.entry else { continue };
        let aside = work.aside(place, index);
        let mut is_there = false;
        for place in [place, &aside] {
            let there = work.identity(place).map_err(|error| failed(place, "looked at", &error))?;
            is_there |= there == Some(stamp.identity);
        }
        if !is_there {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes what was put aside. From then on, nothing can be undone.
pub(super) fn clean(work: &mut Work<'_, '_>, records: &[Record]) -> Result<(), Failure> {
    for (index, record) in records.iter().enumerate() {
        if let Entry::Remove { place, stamp } = &record.entry {
            let aside = work.aside(place, index);
            let removed = work.identity(&aside).and_then(|there| match there {
                Some(identity) if identity == stamp.identity => work.remove(&aside),
                _ => Ok(()),
            });
            removed.map_err(|error| failed(&aside, "removed", &error))?;
        }
    }
    Ok(())
}

fn forward(work: &mut Work<'_, '_>, record: &Record, index: usize, state: State) -> io::Result<bool> {
    if let Entry::Create { place, .. } = &record.entry {
        remove_aside(work, place, index)?;
    }
    match (&record.entry, state) {
        (_, State::After) => Ok(true),
        (_, State::Foreign) => Ok(false),
        (Entry::Folder { place }, _) => unless_taken(work.make_folder(place)),
        (Entry::Create { place, .. }, State::Between) => work.complete(record, place).map(|()| true),
        (Entry::Create { place, mode }, _) => unless_taken(work.create(record, index, place, *mode)),
        (Entry::Edit(edit), _) => {
            let (file, _) = work.open(&edit.place, Access::Write)?;
            work.write(&file, record, edit, Which::After).map(|()| true)
        }
        (Entry::Remove { place, .. }, _) => {
            let aside = work.aside(place, index);
            unless_taken(work.rename(place, &aside))
        }
        (Entry::Rename { from, to, .. }, _) => unless_taken(work.rename(from, to)),
    }
}

fn backward(
    work: &mut Work<'_, '_>,
    earlier: &[Record],
    record: &Record,
    index: usize,
    state: State,
) -> io::Result<bool> {
    if let Entry::Create { place, .. } = &record.entry
        && state != State::After
    {
        remove_aside(work, place, index)?;
    }
    match (&record.entry, state) {
        (Entry::Edit(edit), State::Before) => {
            // It may not have been renamed yet.
            let from = earlier.iter().find_map(|record| match &record.entry {
                Entry::Rename { from, to, .. } if *to == edit.place => Some(from),
                _ => None,
            });
            let there = work.walk.look(&edit.place)?.map(|metadata| Stamp::of(&metadata));
            let is_here = there.is_some_and(|there| there.identity == edit.stamp.identity);
            // Bytes that are the same before and after may have been written.
            let is_touched = is_here && there.is_some_and(|there| there.modified != edit.stamp.modified);
            if is_touched || edit.growth() >= MUCH {
                let (file, _) = work.open(from.filter(|_| !is_here).unwrap_or(&edit.place), Access::Write)?;
                work.settle_before(&file, edit)?;
            }
            Ok(true)
        }
        (_, State::Before) => Ok(true),
        (Entry::Create { .. } | Entry::Folder { .. }, State::Foreign) => Ok(true),
        (_, State::Foreign) => Ok(false),
        (Entry::Folder { place }, _) => work.remove_folder(place).map(|()| true),
        (Entry::Create { place, .. }, _) => {
            work.remove(place)?;
            remove_aside(work, place, index).map(|()| true)
        }
        (Entry::Edit(edit), _) => {
            let (file, _) = work.open(&edit.place, Access::Write)?;
            work.write(&file, record, edit, Which::Before)?;
            work.settle_before(&file, edit).map(|()| true)
        }
        (Entry::Remove { place, stamp }, _) => {
            let aside = work.aside(place, index);
            if work.identity(&aside)? != Some(stamp.identity) {
                return Ok(false);
            }
            unless_taken(work.rename(&aside, place))
        }
        (Entry::Rename { from, to, .. }, _) => unless_taken(work.rename(to, from)),
    }
}

/// Removes what is left of a new file that has not got its name.
fn remove_aside(work: &mut Work<'_, '_>, place: &Place, index: usize) -> io::Result<()> {
    let aside = work.aside(place, index);
    if work.identity(&aside)?.is_some() { work.remove(&aside) } else { Ok(()) }
}

/// Somebody else may have taken the name meanwhile; then it is theirs.
fn unless_taken(done: io::Result<()>) -> io::Result<bool> {
    match done {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        done => done.map(|()| true),
    }
}
