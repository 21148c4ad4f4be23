//! The single acts by which a commit changes files, forwards and backwards.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::OpenOptions;

use super::journal::{Bulk, Edit, Journal, Patch, Record, Side, patches};
use super::open::{Access, open_file};
use super::path::Place;
use super::platform::{CLEARED, rename_new, set_mode, write_at};
use super::version::{Identity, Stamp};
use super::walk::Walk;
use super::watch::Watch;

/// A commit at work, or its recovery.
pub(super) struct Work<'w, 'r> {
    pub(super) walk: &'w mut Walk<'r>,
    pub(super) journal: &'w Journal,
    /// The bulks of the journal.
    pub(super) bulk: Bulk<'w>,
    /// The number of the commit.
    pub(super) tag: u64,
    pub(super) watch: &'w dyn Watch,
    portion: Vec<u8>,
}

/// One side of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Before,
    After,
}

impl Which {
    pub(super) fn of(self, patch: &Patch) -> &Side {
        match self {
            Which::Before => &patch.before,
            Which::After => &patch.after,
        }
    }
}

impl<'w, 'r> Work<'w, 'r> {
    pub(super) fn new(
        walk: &'w mut Walk<'r>,
        journal: &'w Journal,
        tag: u64,
        watch: &'w dyn Watch,
    ) -> Work<'w, 'r> {
        Work { walk, journal, bulk: Bulk::new(&journal.file), tag, watch, portion: Vec::new() }
    }

    /// Where a file of this entry lies while it is on its way in or out.
    pub(super) fn aside(&self, place: &Place, index: usize) -> Place {
        place.beside(&format!(".toolhost-{:016x}-{index}", self.tag))
    }

    pub(super) fn make_folder(&mut self, place: &Place) -> io::Result<()> {
        let parent = self.walk.parent(place)?;
        self.watch.step()?;
        match parent.dir.create_dir(place.name()) {
            // Somebody else made it meanwhile, which is as good.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.walk.folder(place).map(|_| ()),
            made => made,
        }
    }

    /// Removes a folder if nothing is in it.
    pub(super) fn remove_folder(&mut self, place: &Place) -> io::Result<()> {
        let parent = self.walk.parent(place)?;
        self.watch.step()?;
        self.walk.forget(place);
        match parent.dir.remove_dir(place.name()) {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }

    /// Writes a new file aside and then gives it its name, so that nobody sees half of it.
    pub(super) fn create(
        &mut self,
        record: &Record,
        index: usize,
        place: &Place,
        mode: Option<u32>,
    ) -> io::Result<()> {
        let parent = self.walk.parent(place)?;
        let aside = self.aside(place, index);
        self.watch.step()?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).follow(FollowSymlinks::No);
        let file = parent.dir.open_with(aside.name(), &options)?.into_std();
        self.pour(record, &file)?;
        if let Some(mode) = mode {
            set_mode(&file, mode)?;
        }
        self.watch.step()?;
        rename_new(&parent.dir, aside.name(), &parent.dir, place.name())
    }

    /// Removes a file, if it is there.
    pub(super) fn remove(&mut self, place: &Place) -> io::Result<()> {
        let parent = match self.walk.parent(place) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            parent => parent?,
        };
        self.watch.step()?;
        match parent.dir.remove_file(place.name()) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    /// Gives a file another name, at which nothing is.
    pub(super) fn rename(&mut self, from: &Place, to: &Place) -> io::Result<()> {
        let (parent, new_parent) = (self.walk.parent(from)?, self.walk.parent(to)?);
        self.watch.step()?;
        rename_new(&parent.dir, from.name(), &new_parent.dir, to.name())
    }

    /// Opens the file at a place to be written.
    pub(super) fn open(&mut self, place: &Place, access: Access) -> io::Result<(File, Stamp)> {
        let parent = self.walk.parent(place)?;
        let is_file = parent.dir.symlink_metadata(place.name())?.is_file();
        if !is_file {
            return Err(ErrorKind::NotFound.into());
        }
        let (file, metadata) = open_file(&parent, place.name(), access)?;
        Ok((file, Stamp::of(&metadata)))
    }

    /// Writes one side of an edit into its file, upwards, and gives the file that side's length.
    pub(super) fn write(
        &mut self,
        file: &File,
        record: &Record,
        edit: &Edit,
        which: Which,
    ) -> io::Result<()> {
        for patch in patches(edit, record.at) {
            let side = which.of(&patch);
            let mut at = 0;
            while at < side.length {
                let count = self.next_portion(side.length - at);
                side.read(&mut self.bulk, at, &mut self.portion[..count])?;
                self.watch.step()?;
                write_at(file, patch.offset + at, &self.portion[..count])?;
                at += count as u64;
            }
        }
        let (length, other) = match which {
            Which::Before => (edit.stamp.size, edit.after),
            Which::After => (edit.after, edit.stamp.size),
        };
        if length < other {
            self.watch.step()?;
            file.set_len(length)?;
        }
        if edit.mode & CLEARED != 0 {
            set_mode(file, edit.mode)?;
        }
        Ok(())
    }

    /// Makes a file whose bytes are as before look like before: space that was set apart is given back, and
    /// the time is the one that it had, so that nobody takes it for changed. Only an owner may set the time.
    pub(super) fn settle_before(&self, file: &File, edit: &Edit) -> io::Result<()> {
        file.set_len(edit.stamp.size)?;
        match file.set_modified(time(edit.stamp.modified)) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
            set => set,
        }
    }

    /// Writes the content of a new file into one that has its name and only a part of its content.
    pub(super) fn complete(&mut self, record: &Record, place: &Place) -> io::Result<()> {
        let (file, _) = self.open(place, Access::Write)?;
        self.pour(record, &file)?;
        self.watch.step()?;
        file.set_len(record.length)
    }

    /// Writes the bulk of a new file into it.
    fn pour(&mut self, record: &Record, file: &File) -> io::Result<()> {
        let mut at = 0;
        while at < record.length {
            let count = self.next_portion(record.length - at);
            self.bulk.read(record.at + at, &mut self.portion[..count])?;
            self.watch.step()?;
            write_at(file, at, &self.portion[..count])?;
            at += count as u64;
        }
        Ok(())
    }

    /// Which file is at a place, if one is.
    pub(super) fn identity(&mut self, place: &Place) -> io::Result<Option<Identity>> {
        Ok(self.walk.look(place)?.map(|metadata| Identity::of(&metadata)))
    }

    /// Makes room for the next portion of what is left; its size.
    fn next_portion(&mut self, left: u64) -> usize {
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(self.watch.portion());
        if self.portion.len() < count {
            self.portion.resize(count, 0);
        }
        count
    }
}

fn time(nanoseconds: i64) -> SystemTime {
    let distance = Duration::from_nanos(nanoseconds.unsigned_abs());
    let time =
        if nanoseconds < 0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) };
    time.unwrap_or(UNIX_EPOCH)
}
