//! What happens to a commit that a host did not live to finish.

use std::fs;
use std::io;
use std::time::Instant;

use super::fault::state_failed;
use super::journal::{Bulk, Contents, Entry, Header, Journal, Record, Side, Unread, patches};
use super::locks::deadline;
use super::notice::Notice;
use super::root::{Root, Workspace};
use super::settle::{Left, can_undo, clean, finish, undo};
use super::sync::{sync, sync_names};
use super::walk::Walk;
use super::watch::{Unwatched, Watch};
use super::work::Work;
use crate::Failure;

impl Workspace {
    /// Finishes a commit that was cut short, or undoes it where it was being undone or cannot be finished.
    /// What another host is about to do is left alone, and so is a file that somebody else has changed since.
    ///
    /// # Errors
    /// A commit that can neither be finished nor undone: the system refuses. The next commit tries again.
    pub fn recover(&self) -> Result<Vec<Notice>, Failure> {
        self.recover_watched(&Unwatched)
    }

    pub(super) fn recover_watched(&self, watch: &dyn Watch) -> Result<Vec<Notice>, Failure> {
        let mut notices = Vec::new();
        let path = Journal::path(&self.settings.state, self.root.identity());
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(notices),
            Ok(metadata) if metadata.is_file() && metadata.len() == 0 => return Ok(notices),
            _ => {}
        }
        match self.begin(Instant::now(), &mut notices, watch) {
            // It belongs to a commit that lives.
            Err(failure) if failure.code == "timed_out" => Ok(notices),
            begun => begun.map(|_| notices),
        }
    }

    /// Takes the journal and settles what is in it, so that it is empty.
    pub(super) fn begin(
        &self,
        deadline: Instant,
        notices: &mut Vec<Notice>,
        watch: &dyn Watch,
    ) -> Result<Journal, Failure> {
        let known = notices.len();
        let begun = self.begin_quietly(deadline, notices, watch);
        for notice in notices.iter().skip(known) {
            tracing::warn!(root = %self.root.path.display(), "{notice}");
        }
        begun
    }

    fn begin_quietly(
        &self,
        deadline: Instant,
        notices: &mut Vec<Notice>,
        watch: &dyn Watch,
    ) -> Result<Journal, Failure> {
        let Workspace { root, settings, .. } = self;
        loop {
            let journal = Journal::take(&settings.state, root, settings.durable, deadline, notices)?;
            let problem = |error: io::Error| state_failed(&settings.state, &error);
            if journal.is_empty().map_err(problem)? {
                return Ok(journal);
            }
            let reason = match Contents::read(&journal.file) {
                Ok(contents) => match foreign(&contents.header, root) {
                    None => {
                        self.settle(&journal, contents, notices, watch)?;
                        return Ok(journal);
                    }
                    Some(reason) => reason,
                },
                Err(Unread::Unmarked) => {
                    journal.clear().map_err(problem)?;
                    notices.push(Notice::Discarded);
                    return Ok(journal);
                }
                Err(Unread::Wrong(reason)) => reason,
                Err(Unread::Io(error)) => return Err(problem(error)),
            };
            notices.push(journal.reject(reason).map_err(problem)?);
        }
    }

    fn settle(
        &self,
        journal: &Journal,
        contents: Contents,
        notices: &mut Vec<Notice>,
        watch: &dyn Watch,
    ) -> Result<(), Failure> {
        let Contents { header, records, backward } = contents;
        let places = records.iter().flat_map(|record| record.entry.places());
        let paths = places.map(|place| self.root.path.join(place.as_str()));
        let _locks = self.locks.hold(paths, deadline(self.settings.lock_wait))?;
        let mut walk = Walk::new(&self.root);
        let mut work = Work::new(&mut walk, journal, header.tag, watch);
        let finished = if backward { None } else { Some(finish(&mut work, &records)) };
        let (notice, left) = match finished {
            Some(Ok(left)) => (Notice::Finished { paths: paths_of(&records) }, left),
            // The whole of it is undone where a part of it cannot be done.
            Some(Err(failure)) => {
                if !can_undo(&mut work, &records)? {
                    return Err(failure);
                }
                journal.turn_back().map_err(|error| state_failed(&self.settings.state, &error))?;
                let left = undo(&mut work, &records, records.len())?;
                (Notice::Undone { paths: paths_of(&records), reason: Some(failure.message) }, left)
            }
            None => {
                let left = undo(&mut work, &records, records.len())?;
                (Notice::Undone { paths: paths_of(&records), reason: None }, left)
            }
        };
        let is_finished = matches!(notice, Notice::Finished { .. });
        notices.push(notice);
        notices.extend(self.leave(journal, &header, &records, left, is_finished)?);
        if self.settings.durable {
            sync(&mut work, &records)?;
        }
        if is_finished {
            clean(&mut work, &records)?;
            if self.settings.durable {
                sync_names(&mut work, &records)?;
            }
        }
        journal.clear().map_err(|error| state_failed(&self.settings.state, &error))
    }

    /// Tells of files that are somebody else's now, and keeps what they were to hold.
    fn leave(
        &self,
        journal: &Journal,
        header: &Header,
        records: &[Record],
        left: Left,
        is_finished: bool,
    ) -> Result<Vec<Notice>, Failure> {
        let mut notices = Vec::new();
        for index in left {
            let Some(record) = records.get(index) else { continue };
            let kept = if is_finished { keep(journal, header.tag, record, index) } else { Ok(None) };
            let kept = kept.map_err(|error| state_failed(&self.settings.state, &error))?;
            notices.push(Notice::Left { path: record.entry.place().to_string(), kept });
        }
        Ok(notices)
    }
}

/// The paths of a commit, each once, in its order.
pub(super) fn paths_of(records: &[Record]) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for record in records.iter().filter(|record| !matches!(record.entry, Entry::Folder { .. })) {
        let path = record.entry.place().to_string();
        if paths.last() != Some(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Why a journal is not one of this root, if it is not.
fn foreign(header: &Header, root: &Root) -> Option<String> {
    if header.root != root.identity() {
        return Some("it is of another folder".to_owned());
    }
    let is_same = match (header.born, root.born) {
        (Some(then), Some(now)) => then == now,
        _ => header.path == root.path.to_string_lossy(),
    };
    (!is_same).then(|| format!("it is of an earlier folder, {}, whose number this one has got", header.path))
}

/// Writes the bytes that a file was to get beside the journal; none where it was to get none.
fn keep(
    journal: &Journal,
    tag: u64,
    record: &Record,
    index: usize,
) -> io::Result<Option<std::path::PathBuf>> {
    let mut bulk = Bulk::new(&journal.file);
    let (file, path) = match &record.entry {
        Entry::Create { .. } | Entry::Edit(_) => journal.keep(tag, index)?,
        _ => return Ok(None),
    };
    match &record.entry {
        Entry::Edit(edit) => {
            let mut end = 0;
            for patch in patches(edit, record.at) {
                end = copy(&file, end, patch.after.length, |at, part| {
                    read_side(&patch.after, &mut bulk, at, part)
                })?;
            }
        }
        _ => {
            copy(&file, 0, record.length, |at, part| bulk.read(record.at + at, part))?;
        }
    }
    file.sync_all()?;
    Ok(Some(path))
}

fn read_side(side: &Side, bulk: &mut Bulk<'_>, at: u64, part: &mut [u8]) -> io::Result<()> {
    side.read(bulk, at, part).map(|_| ())
}

/// Appends bytes to a file that ends at `end`, part by part; where it ends then.
fn copy(
    file: &fs::File,
    end: u64,
    length: u64,
    mut read: impl FnMut(u64, &mut [u8]) -> io::Result<()>,
) -> io::Result<u64> {
    let mut part = vec![0; usize::try_from(length).unwrap_or(usize::MAX).min(256 * 1024)];
    let mut at = 0;
    while at < length {
        let count = usize::try_from(length - at).unwrap_or(usize::MAX).min(part.len());
        read(at, &mut part[..count])?;
        super::platform::write_at(file, end + at, &part[..count])?;
        at += count as u64;
    }
    Ok(end + length)
}
