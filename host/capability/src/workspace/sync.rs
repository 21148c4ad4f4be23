//! Bringing what a commit changed to the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};

use super::fault::failed;
use super::journal::{Entry, Record};
use super::open::Access;
use super::path::Place;
use super::platform::{sync_file_system, sync_folder};
use super::work::Work;
use crate::Failure;

/// Up to so many files are synced one by one; beyond, the file system as a whole is cheaper.
const FEW: usize = 8;

/// Syncs the files and folders of these records.
///
/// # Errors
/// What the disk refuses, at the latest now.
pub(super) fn sync(work: &mut Work<'_, '_>, records: &[Record]) -> Result<(), Failure> {
    let files: Vec<&Entry> = records
        .iter()
        .map(|record| &record.entry)
        .filter(|entry| matches!(entry, Entry::Create { .. } | Entry::Edit(_)))
        .collect();
    if files.len() > FEW && sync_systems(work, records)? {
        return Ok(());
    }
    for entry in files {
        let place = entry.place();
        let opened = work.watch.step().and_then(|()| present(work.open(place, Access::Read)));
        let synced = match opened {
            // A new file may have a mode that lets nobody open it.
            Err(error) if error.kind() == ErrorKind::PermissionDenied && sync_systems(work, records)? => {
                Ok(())
            }
            opened => opened.and_then(|opened| match (opened, entry) {
                (None, _) => Ok(()),
                // Of a file that was there, only the bytes and the length are others.
                (Some((file, _)), Entry::Edit(_)) => file.sync_data(),
                (Some((file, _)), _) => file.sync_all(),
            }),
        };
        synced.map_err(|error| failed(place, "brought to the disk", &error))?;
    }
    sync_names(work, records)
}

/// Syncs the folders in which names came or went.
pub(super) fn sync_names(work: &mut Work<'_, '_>, records: &[Record]) -> Result<(), Failure> {
    let named = records.iter().filter(|record| !matches!(record.entry, Entry::Edit(_)));
    let folders: BTreeSet<Place> =
        named.flat_map(|record| record.entry.places()).filter_map(Place::parent).collect();
    for place in folders {
        present(work.walk.folder(&place))
            .and_then(|folder| folder.map_or(Ok(()), |folder| sync_folder(&folder.dir)))
            .map_err(|error| failed(&place, "brought to the disk", &error))?;
    }
    Ok(())
}

/// Syncs every file system that the records are on; false where there is no such order.
fn sync_systems(work: &mut Work<'_, '_>, records: &[Record]) -> Result<bool, Failure> {
    let folders: BTreeSet<Place> =
        records.iter().flat_map(|record| record.entry.places()).filter_map(Place::parent).collect();
    let mut systems = BTreeMap::new();
    for place in folders {
        let folder = present(work.walk.folder(&place));
        if let Some(folder) = folder.map_err(|error| failed(&place, "brought to the disk", &error))? {
            systems.entry(folder.identity.device).or_insert((folder, place));
        }
    }
    let mut all = true;
    for (folder, place) in systems.values() {
        let synced = work.watch.step().and_then(|()| sync_file_system(&folder.dir));
        all &= synced.map_err(|error| failed(place, "brought to the disk", &error))?;
    }
    Ok(all)
}

/// What is gone meanwhile needs no sync.
fn present<T>(looked: io::Result<T>) -> io::Result<Option<T>> {
    match looked {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        looked => looked.map(Some),
    }
}
