//! The tree as the operations so far have made it, without one of them having happened.

use std::collections::BTreeMap;

use super::missing;
use super::path::{ancestors, check_protected, cleaned, is_absolute, joined};
use crate::refusal::{ALREADY_EXISTS, DENIED, INVALID_PATCH, NOT_A_FILE, NOT_FOUND, Refusal};
use crate::tree::{Kind, Metadata, Tree};

/// What an earlier operation of the patch has left at a path.
#[derive(Clone, Debug)]
pub(super) enum Left {
    /// Nothing: the file was deleted.
    Deleted(Deleted),
    /// Nothing: the file has moved.
    MovedAway,
    /// A file that it made or changed.
    Written,
}

/// A file that the patch deletes, and may make anew.
#[derive(Clone, Debug)]
pub(super) struct Deleted {
    /// Number of the change that deletes it.
    pub(super) change: usize,
    /// Number of the entry that tells of it.
    pub(super) entry: usize,
    /// What stood there.
    pub(super) metadata: Metadata,
}

/// A path of the patch, and what it leads to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Line of the patch, from 1.
    pub(super) line: usize,
    /// As the tree takes it: relative to its folder, or absolute.
    pub(super) path: String,
    /// As it is told: relative to the root, as the patch has it where it can.
    pub(super) told: String,
    /// The path itself, behind the links above it, relative to the root: what is deleted or made here.
    place: String,
    /// Behind all links, relative to the root: what is changed here. The place, unless that is a link.
    resolved: String,
    /// What stands there in the tree, whatever the patch has done since.
    metadata: Option<Metadata>,
}

/// The tree and what the patch has done to it.
pub(super) struct Overlay<'t, T> {
    tree: &'t T,
    /// Where relative paths start, from the root.
    folder: String,
    /// By place, with the line of the operation.
    left: BTreeMap<String, (Left, usize)>,
    /// Directories that new files bring with them, with the line of the operation.
    made: BTreeMap<String, usize>,
    /// Resolved paths of directories that were looked at, by path.
    directories: BTreeMap<String, String>,
}

impl<'t, T: Tree> Overlay<'t, T> {
    pub(super) fn new(tree: &'t T, folder: String) -> Self {
        Self { tree, folder, left: BTreeMap::new(), made: BTreeMap::new(), directories: BTreeMap::new() }
    }

    /// Looks a path of the patch up.
    pub(super) fn target(&mut self, written: &[u8], line: usize) -> Result<Target, Refusal> {
        let path = cleaned(written, &self.folder, line)?;
        // Below what the patch has taken away or made the tree would still see what was there: a file, or a link.
        let is_below_left = ancestors(&path).any(|above| self.is_left(above));
        let metadata = if is_below_left { None } else { self.stat(&path, line)? };
        let resolved = match &metadata {
            Some(metadata) => metadata.resolved.clone(),
            None => self.resolved(&path, line)?,
        };
        let link = metadata.as_ref().and_then(|metadata| metadata.link.as_ref());
        let place = link.map_or_else(|| resolved.clone(), |link| link.place.clone());
        check_protected(&place, &path, line)?;
        check_protected(&resolved, &path, line)?;
        if metadata.as_ref().is_some_and(|metadata| metadata.protected) {
            return Err(protected(&path, line));
        }
        let told = if is_absolute(&path) { place.clone() } else { self.seen_from_root(&path) };
        Ok(Target { line, path, told, place, resolved, metadata })
    }

    /// What stands at a path and is to be changed or deleted: a file. A link goes itself, wherever it leads; a change
    /// goes through it.
    pub(super) fn existing(&self, target: &Target, is_deletion: bool) -> Result<Metadata, Refusal> {
        let Target { line, told: path, .. } = target;
        let followed = (!is_deletion).then_some(&target.resolved);
        let left = [Some(&target.place), followed].into_iter().flatten();
        if let Some((place, (left, other))) = left.filter_map(|place| self.left.get_key_value(place)).next() {
            let gone = if *place == target.place {
                format!("`{path}` is gone")
            } else {
                format!("`{path}` leads to `{place}`, which is gone")
            };
            let (verb, hint) = match left {
                Left::Written => return Err(twice(target, *other)),
                Left::Deleted(_) => {
                    ("deletes", "Name each file once; to replace one whole, delete it and then add it.")
                }
                Left::MovedAway => ("moves", "Put all hunks for a file that moves below its `*** Move to:`."),
            };
            let message = format!("{gone}: the operation on line {other} of the patch {verb} it.");
            return Err(Refusal::of(NOT_FOUND, *line, path, message).hint(hint));
        }
        let Some(metadata) = &target.metadata else {
            let message = format!("There is no file `{path}` (line {line} of the patch).");
            let hint = missing::hint(self.tree, &self.folder, &target.path);
            return Err(Refusal::of(NOT_FOUND, *line, path, message).hint(hint));
        };
        let what = match metadata.kind {
            Kind::File => return Ok(metadata.clone()),
            _ if is_deletion && metadata.link.is_some() => return Ok(metadata.clone()),
            Kind::Symlink => "a symbolic link that leads nowhere",
            Kind::Directory => "a directory",
            Kind::Other => "neither a file nor a directory",
        };
        let message = format!("`{path}` (line {line} of the patch) is {what}.");
        let hint = match metadata.kind {
            Kind::Directory => "Name each file in it that is meant.",
            _ => "A patch changes regular files only.",
        };
        Err(Refusal::of(NOT_A_FILE, *line, path, message).hint(hint))
    }

    /// Checks that nothing stands at a path, so that a file can be made there. Gives the file that the patch has
    /// deleted there, if it did.
    pub(super) fn vacant(&self, target: &Target, is_moved: bool) -> Result<Option<Deleted>, Refusal> {
        let Target { line, told: path, place, .. } = target;
        let exists = |what: &str| {
            let message = format!("`{path}` (line {line} of the patch) is already there{what}.");
            Refusal::of(ALREADY_EXISTS, *line, path, message)
        };
        for above in ancestors(place) {
            if let Some((Left::Written, other)) = self.left.get(above) {
                let message = format!(
                    "`{path}` (line {line} of the patch) cannot be in `{above}`: line {other} makes that a file."
                );
                return Err(Refusal::of(ALREADY_EXISTS, *line, path, message));
            }
        }
        if let Some(other) = self.made.get(place) {
            return Err(exists(&format!(", as a directory for line {other}")));
        }
        match (self.left.get(place), &target.metadata) {
            (Some((Left::Written, other)), _) => Err(twice(target, *other)),
            (Some((Left::Deleted(deleted), _)), _) => Ok(Some(deleted.clone())),
            (Some((Left::MovedAway, _)), _) | (None, None) => Ok(None),
            (None, Some(metadata)) => Err(occupied(metadata, is_moved, exists)),
        }
    }

    /// A file was made or changed here.
    pub(super) fn written(&mut self, target: &Target) {
        for directory in ancestors(&target.place) {
            self.made.entry(directory.to_owned()).or_insert(target.line);
        }
        self.leave(target, Left::Written);
    }

    /// A file was changed here, perhaps through a link.
    pub(super) fn changed(&mut self, target: &Target) {
        self.left.insert(target.resolved.clone(), (Left::Written, target.line));
        self.leave(target, Left::Written);
    }

    /// An operation has left something at the place itself.
    pub(super) fn leave(&mut self, target: &Target, left: Left) {
        self.left.insert(target.place.clone(), (left, target.line));
    }

    fn stat(&self, path: &str, line: usize) -> Result<Option<Metadata>, Refusal> {
        self.tree.stat(path).map_err(|failure| Refusal::by_tree(failure, line, path))
    }

    /// A path as seen from the root, without looking at links.
    fn seen_from_root(&self, path: &str) -> String {
        if is_absolute(path) { path.to_owned() } else { joined(&self.folder, path) }
    }

    /// Whether the patch has taken away or made what stands at a path.
    fn is_left(&self, path: &str) -> bool {
        self.left.contains_key(&self.seen_from_root(path))
    }

    /// The resolved path of what is not there: that of the innermost directory that is, and the rest.
    fn resolved(&mut self, path: &str, line: usize) -> Result<String, Refusal> {
        for above in ancestors(path) {
            let rest = path[above.len()..].trim_start_matches('/');
            if self.is_left(above) {
                return Ok(joined(&self.seen_from_root(above), rest));
            }
            if let Some(directory) = self.directories.get(above) {
                return Ok(joined(directory, rest));
            }
            let Some(metadata) = self.stat(above, line)? else { continue };
            if metadata.kind != Kind::Directory {
                let message = format!(
                    "`{above}` is no directory, so `{path}` (line {line} of the patch) cannot be in it."
                );
                return Err(Refusal::of(NOT_A_FILE, line, path, message));
            }
            if metadata.protected {
                return Err(protected(path, line));
            }
            let directory = if metadata.resolved == "." { String::new() } else { metadata.resolved };
            let resolved = joined(&directory, rest);
            self.directories.insert(above.to_owned(), directory);
            return Ok(resolved);
        }
        if is_absolute(path) {
            let message = format!("`{path}` (line {line} of the patch) is outside of the workspace.");
            return Err(
                Refusal::of(DENIED, line, path, message).hint("Write paths from the root of the workspace.")
            );
        }
        Ok(joined(&self.folder, path))
    }
}

fn protected(path: &str, line: usize) -> Refusal {
    let message = format!(
        "`{path}` (line {line} of the patch) belongs to what runs this tool, so no patch changes it."
    );
    Refusal::of(DENIED, line, path, message)
}

/// What can be done where a file cannot be made.
fn occupied(metadata: &Metadata, is_moved: bool, exists: impl Fn(&str) -> Refusal) -> Refusal {
    const REPLACE: &str = "To replace it whole, write `*** Delete File: PATH` for it above the operation.";
    const UPDATE: &str = "To change it, write `*** Update File: PATH` and hunks.";
    match (metadata.kind, &metadata.link) {
        (Kind::File, _) if is_moved => exists("").hint(REPLACE),
        (Kind::File, _) => exists("").hint(UPDATE).hint(REPLACE),
        (Kind::Directory, _) => exists(", as a directory"),
        (Kind::Symlink, _) => exists(", as a symbolic link that leads nowhere").hint(REPLACE),
        (Kind::Other, Some(_)) => exists(", as a symbolic link to what is no file").hint(REPLACE),
        (Kind::Other, None) => exists(", as neither a file nor a directory")
            .hint("Remove it by a command first, or choose another path."),
    }
}

fn twice(target: &Target, other: usize) -> Refusal {
    let Target { line, told: path, .. } = target;
    let message = format!("The operations on lines {other} and {line} of the patch are both on `{path}`.");
    Refusal::of(INVALID_PATCH, *line, path, message)
        .hint("Make one operation of them, with all hunks for the file.")
}
