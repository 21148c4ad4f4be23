//! Doing what the journal says, in its order, to files that were just looked at.

use std::io;

use super::fault::{changed, failed};
use super::journal::{Edit, Entry, Record};
use super::open::Access;
use super::path::Place;
use super::platform::set_apart;
use super::verify::Subject;
use super::version::Stamp;
use super::work::{Which, Work};
use crate::Failure;

/// Growth from which space is set apart before anything is done, so that a full disk is met early. Less has
/// most often room in the last block of the file.
pub(super) const MUCH: u64 = 64 * 1024;

/// Applies all records. What was begun when something fails, the caller undoes.
///
/// # Errors
/// `conflict` where a file is no longer what was looked at; the system's refusal; with the number of records
/// that were begun.
pub(super) fn apply(
    work: &mut Work<'_, '_>,
    records: &[Record],
    mut subjects: Vec<Option<Subject>>,
) -> Result<(), (usize, Failure)> {
    for (index, record) in records.iter().enumerate() {
        let Entry::Edit(edit) = &record.entry else { continue };
        let Some(Some(subject)) = subjects.get_mut(index) else { continue };
        let stamp = reserve(work, edit, subject).map_err(|failure| (0, failure))?;
        subject.stamp = stamp;
        // A file that is renamed first is looked at before that, too.
        let renamed = index.checked_sub(1).filter(|before| moves_to(records, *before, &edit.place));
        if let Some(Some(subject)) = renamed.and_then(|before| subjects.get_mut(before)) {
            subject.stamp = stamp;
        }
    }
    for (index, (record, subject)) in records.iter().zip(&mut subjects).enumerate() {
        let subject = subject.take();
        is_same(work, record, subject.as_ref()).map_err(|failure| (index, failure))?;
        step(work, record, index, subject).map_err(|failure| (index + 1, failure))?;
    }
    Ok(())
}

fn moves_to(records: &[Record], index: usize, place: &Place) -> bool {
    matches!(records.get(index).map(|record| &record.entry), Some(Entry::Rename { to, .. }) if to == place)
}

/// Sets space apart for a file that grows much; what it is then. Some file systems take this for a change.
fn reserve(work: &mut Work<'_, '_>, edit: &Edit, subject: &Subject) -> Result<Stamp, Failure> {
    let held = subject.file.as_ref().filter(|_| edit.growth() >= MUCH);
    let Some(file) = held else { return Ok(subject.stamp) };
    let problem = |error: io::Error| failed(&edit.place, "written", &error);
    if !stamp(file).map_err(problem)?.same_content(&subject.stamp) {
        return Err(changed(&edit.place));
    }
    work.watch
        .step()
        .and_then(|()| set_apart(file, edit.stamp.size, edit.growth()))
        .and_then(|()| stamp(file))
        .map_err(problem)
}

/// Whether the file of a record is still the one that was looked at.
fn is_same(work: &mut Work<'_, '_>, record: &Record, subject: Option<&Subject>) -> Result<(), Failure> {
    let (Some(subject), Some(place)) = (subject, record.entry.source()) else { return Ok(()) };
    let now = match &subject.file {
        Some(file) => stamp(file).map(Some),
        None => work.walk.look(place).map(|metadata| metadata.as_ref().map(Stamp::of)),
    };
    let now = now.map_err(|error| failed(place, "looked at", &error))?;
    let is_same = now.is_some_and(|now| now.same_content(&subject.stamp));
    if is_same { Ok(()) } else { Err(changed(place)) }
}

fn step(
    work: &mut Work<'_, '_>,
    record: &Record,
    index: usize,
    subject: Option<Subject>,
) -> Result<(), Failure> {
    match &record.entry {
        Entry::Folder { place } => {
            work.make_folder(place).map_err(|error| failed(place, "made as a directory", &error))
        }
        Entry::Create { place, mode } => {
            work.create(record, index, place, *mode).map_err(|error| appeared(place, "created", &error))
        }
        Entry::Edit(edit) => {
            let held = subject.and_then(|subject| subject.file);
            let file = held.map_or_else(|| work.open(&edit.place, Access::Write).map(|(file, _)| file), Ok);
            let written = file.and_then(|file| work.write(&file, record, edit, Which::After));
            written.map_err(|error| failed(&edit.place, "written", &error))
        }
        Entry::Remove { place, .. } => {
            let aside = work.aside(place, index);
            work.rename(place, &aside).map_err(|error| failed(place, "removed", &error))
        }
        Entry::Rename { from, to, .. } => work.rename(from, to).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => appeared(to, "created", &error),
            _ => failed(from, &format!("moved to `{to}`"), &error),
        }),
    }
}

fn stamp(file: &std::fs::File) -> io::Result<Stamp> {
    Ok(Stamp::of(&cap_std::fs::Metadata::from_file(file)?))
}

/// The failure of a new file; one that somebody else made there meanwhile is a conflict.
fn appeared(place: &Place, done: &str, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::AlreadyExists {
        let message = format!("`{place}` was made by somebody else meanwhile, so nothing was written");
        return super::fault::refused("conflict", place.as_str(), message);
    }
    failed(place, done, error)
}
