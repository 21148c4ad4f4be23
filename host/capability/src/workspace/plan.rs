//! From a change set to steps on resolved places, over what the earlier steps leave of the tree.

use std::collections::HashMap;

use cap_std::fs::Metadata;

use super::changes::{ChangeSet, Operation, Splice};
use super::fault::{kind, refused};
use super::open::wanted_file;
use super::overlay::{Ghost, Overlay};
use super::path::{Place, Written};
use super::platform::mode;
use super::protect::Protection;
use super::version::{Identity, Version};
use super::walk::{At, Found, Last, Walk, dangling};
use crate::Failure;

/// One step, before its files were looked into.
pub(super) enum Planned<'a> {
    Folder(Place),
    Create { place: Place, content: &'a [u8], mode: Option<u32> },
    Edit { source: Source, splices: &'a [Splice] },
    Remove { source: Source },
    Rename { source: Source, to: Place, splices: &'a [Splice] },
}

/// A file that is there, or a link that goes, and what it has to be.
pub(super) struct Source {
    /// The path as it was written, for messages.
    pub(super) written: String,
    pub(super) place: Place,
    pub(super) metadata: Metadata,
    pub(super) version: Version,
}

/// Plans a change set. Nothing is opened but folders.
///
/// # Errors
/// A path that cannot be changed or made; two operations on one file.
pub(super) fn plan<'a>(
    walk: &mut Walk<'_>,
    changes: &'a ChangeSet,
    protection: &Protection,
) -> Result<Vec<Planned<'a>>, Failure> {
    let mut planner = Planner {
        walk,
        protection,
        overlay: Overlay::default(),
        changed: HashMap::new(),
        modes: HashMap::new(),
        steps: Vec::with_capacity(changes.operations.len()),
    };
    for operation in &changes.operations {
        match operation {
            Operation::Create { path, content } => planner.create(path, content)?,
            Operation::Edit { path, version, splices } => planner.edit(path, version, splices)?,
            Operation::Remove { path, version } => planner.remove(path, version)?,
            Operation::Rename { path, version, to, splices } => planner.rename(path, version, to, splices)?,
        }
    }
    Ok(planner.steps)
}

impl Source {
    fn new(written: &Written, place: &Place, metadata: &Metadata, version: &str) -> Result<Source, Failure> {
        Ok(Source {
            written: written.text.clone(),
            place: place.clone(),
            metadata: metadata.clone(),
            version: Version::read(&written.text, version)?,
        })
    }
}

impl Planned<'_> {
    /// The places that nobody else may change meanwhile.
    pub(super) fn places(&self) -> impl Iterator<Item = &Place> {
        let (first, second) = match self {
            Planned::Folder(place) | Planned::Create { place, .. } => (place, None),
            Planned::Edit { source, .. } | Planned::Remove { source } => (&source.place, None),
            Planned::Rename { source, to, .. } => (&source.place, Some(to)),
        };
        [Some(first), second].into_iter().flatten()
    }
}

struct Planner<'a, 'w, 'r> {
    walk: &'w mut Walk<'r>,
    protection: &'w Protection,
    overlay: Overlay,
    /// Files that an operation changes, with the path by which it did.
    changed: HashMap<Identity, String>,
    /// Modes of files that were removed, for those that take their places.
    modes: HashMap<Place, u32>,
    steps: Vec<Planned<'a>>,
}

impl<'a> Planner<'a, '_, '_> {
    fn create(&mut self, path: &str, content: &'a [u8]) -> Result<(), Failure> {
        let place = self.free(path)?;
        let mode = self.modes.get(&place).copied();
        self.overlay.put(&place, Ghost::File);
        self.steps.push(Planned::Create { place, content, mode });
        Ok(())
    }

    fn edit(&mut self, path: &str, version: &str, splices: &'a [Splice]) -> Result<(), Failure> {
        let (written, found) = self.find(path, Last::Follow)?;
        let source = self.source(&written, &found, version)?;
        self.may_change(&written, &source.place, &source.metadata)?;
        self.steps.push(Planned::Edit { source, splices });
        Ok(())
    }

    fn remove(&mut self, path: &str, version: &str) -> Result<(), Failure> {
        let (written, found) = self.find(path, Last::Keep)?;
        let source = match &found.at {
            // It goes itself, wherever it leads.
            At::Link(link) if !written.folder => Source::new(&written, &found.place, link, version)?,
            _ => self.source(&written, &found, version)?,
        };
        self.may_change(&written, &source.place, &source.metadata)?;
        if source.metadata.is_file() {
            self.modes.insert(source.place.clone(), mode(&source.metadata));
        }
        self.overlay.put(&source.place, Ghost::Gone);
        self.steps.push(Planned::Remove { source });
        Ok(())
    }

    fn rename(&mut self, path: &str, version: &str, to: &str, splices: &'a [Splice]) -> Result<(), Failure> {
        let (written, found) = self.find(path, Last::Keep)?;
        if let At::Link(_) = found.at {
            let message =
                format!("`{path}` is a symbolic link, which is not moved: it might lead elsewhere then");
            return Err(refused("invalid_argument", path, message)
                .hint("Move the file that it leads to, or remove the link and create a new file."));
        }
        let source = self.source(&written, &found, version)?;
        self.may_change(&written, &source.place, &source.metadata)?;
        let to = self.free(to)?;
        self.overlay.put(&source.place, Ghost::Gone);
        self.overlay.put(&to, Ghost::File);
        self.steps.push(Planned::Rename { source, to, splices });
        Ok(())
    }

    fn find(&mut self, path: &str, last: Last) -> Result<(Written, Found), Failure> {
        let written = Written::read(path, &self.walk.root.names())?;
        let found = self.walk.find(&written, last, &self.overlay)?;
        Ok((written, found))
    }

    /// A place for a new file; the folders above it are made.
    fn free(&mut self, path: &str) -> Result<Place, Failure> {
        let (written, found) = self.find(path, Last::Keep)?;
        let taken = |what: &str| {
            refused("conflict", path, format!("`{path}` exists already: it is {what}"))
                .hint("A new file takes no other file's place. Change what is there, or choose another path.")
        };
        match &found.at {
            At::Nothing => {}
            At::Dangling(target) => return Err(dangling(&found.place, target)),
            At::Folder(_) | At::Promised(Ghost::Folder) => return Err(taken("a directory")),
            At::File(metadata) | At::Other(metadata) | At::Link(metadata) => {
                return Err(taken(kind(metadata.file_type())));
            }
            At::Promised(_) => return Err(taken("made by this very change set")),
        }
        if written.folder {
            let message = format!("`{path}` ends in `/`, so that it is no name for a file");
            return Err(refused("invalid_argument", path, message));
        }
        self.protection.check(self.walk, &written, &found.place, None)?;
        for folder in found.missing {
            self.overlay.put(&folder, Ghost::Folder);
            self.steps.push(Planned::Folder(folder));
        }
        Ok(found.place)
    }

    /// A file that is there.
    fn source(&mut self, written: &Written, found: &Found, version: &str) -> Result<Source, Failure> {
        let (_, metadata) = wanted_file(&written.text, found)?;
        Source::new(written, &found.place, &metadata, version)
    }

    /// Whether the operation may change the file: it is not protected, and no other operation changes it.
    fn may_change(&mut self, written: &Written, place: &Place, metadata: &Metadata) -> Result<(), Failure> {
        let identity = Identity::of(metadata);
        self.protection.check(self.walk, written, place, Some(identity))?;
        match self.changed.insert(identity, written.text.clone()) {
            None => Ok(()),
            Some(other) => {
                let message = if other == written.text {
                    format!("`{other}` is changed twice in one change set")
                } else {
                    format!(
                        "`{other}` and `{}` are one file, which one change set changes twice",
                        written.text
                    )
                };
                Err(refused("invalid_argument", &written.text, message)
                    .hint("Put all changes of a file into one operation."))
            }
        }
    }
}
