//! From a written path to a place beneath the root, by handles of folders: no link is followed but by reading
//! it.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, Metadata};

use super::fault::{failed, refused};
use super::overlay::{Ghost, Overlay};
use super::path::{INSIDE, Place, Step, Unusable, Written, outside, steps};
use super::root::Root;
use super::version::Identity;
use crate::Failure;

/// Links on one path; what Linux follows at most.
const MAX_LINKS: usize = 40;
/// Handles of folders that one walk keeps.
const MAX_FOLDERS: usize = 64;

/// A folder beneath the root, held open.
pub(super) struct Folder {
    pub(super) dir: Dir,
    pub(super) identity: Identity,
}

impl Folder {
    pub(super) fn new(dir: Dir) -> io::Result<Folder> {
        let identity = Identity::of(&dir.dir_metadata()?);
        Ok(Folder { dir, identity })
    }
}

/// What there is at a place.
pub(super) enum At {
    Folder(Arc<Folder>),
    File(Metadata),
    /// A FIFO, a socket, a device.
    Other(Metadata),
    /// A link, which was to be left as it is.
    Link(Metadata),
    /// A link to nothing, with its text.
    Dangling(String),
    /// What the change set will have put there by then.
    Promised(Ghost),
    Nothing,
}

/// Where a path leads.
pub(super) struct Found {
    pub(super) place: Place,
    pub(super) at: At,
    /// The folder that holds it, where that is there.
    pub(super) parent: Option<Arc<Folder>>,
    /// Folders above it that are not there, the uppermost first.
    pub(super) missing: Vec<Place>,
    /// The link that the last name of the path is, followed or not, with its place.
    pub(super) link: Option<(Place, Metadata)>,
}

/// Whether a link at the end of a path is followed, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Follow,
    Keep,
}

/// Walks of one operation; they share handles.
pub(super) struct Walk<'a> {
    pub(super) root: &'a Root,
    folders: HashMap<Place, Arc<Folder>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(root: &'a Root) -> Walk<'a> {
        Walk { root, folders: HashMap::new() }
    }

    /// The folder at a place, through no link.
    pub(super) fn folder(&mut self, place: &Place) -> io::Result<Arc<Folder>> {
        if let Some(folder) = self.folders.get(place) {
            return Ok(Arc::clone(folder));
        }
        let mut here = Place::root();
        let mut folder = Arc::clone(&self.root.folder);
        for name in place.names() {
            here = here.child(name);
            folder = match self.folders.get(&here) {
                Some(known) => Arc::clone(known),
                None => self.enter(&folder, &here)?,
            };
        }
        Ok(folder)
    }

    /// The folder that holds a place, through no link.
    pub(super) fn parent(&mut self, place: &Place) -> io::Result<Arc<Folder>> {
        self.folder(&place.parent().unwrap_or_else(Place::root))
    }

    /// What stands at a place, itself if it is a link; nothing also where its folder is not there.
    pub(super) fn look(&mut self, place: &Place) -> io::Result<Option<Metadata>> {
        let looked = self.parent(place).and_then(|parent| parent.dir.symlink_metadata(place.name()));
        match looked {
            Ok(metadata) => Ok(Some(metadata)),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Forgets the handle of a folder that is about to go.
    pub(super) fn forget(&mut self, place: &Place) {
        self.folders.remove(place);
    }

    fn enter(&mut self, parent: &Folder, place: &Place) -> io::Result<Arc<Folder>> {
        let folder = Arc::new(Folder::new(parent.dir.open_dir_nofollow(place.name())?)?);
        if self.folders.len() >= MAX_FOLDERS {
            self.folders.clear();
        }
        self.folders.insert(place.clone(), Arc::clone(&folder));
        Ok(folder)
    }

    /// Follows a written path, in the tree that the overlay makes of the one on disk.
    ///
    /// # Errors
    /// A path that leaves the root, also by a link; one that goes on below a file; one that the system
    /// refuses.
    pub(super) fn find(
        &mut self,
        written: &Written,
        last: Last,
        overlay: &Overlay,
    ) -> Result<Found, Failure> {
        let mut path = Journey {
            written,
            ahead: written.steps.iter().rev().cloned().collect(),
            links: Vec::new(),
            followed: 0,
            found: Found {
                place: Place::root(),
                at: At::Folder(Arc::clone(&self.root.folder)),
                parent: None,
                missing: Vec::new(),
                link: None,
            },
        };
        while let Some(step) = path.next() {
            match step {
                Step::Up => self.up(&mut path)?,
                Step::Down(name) => self.down(&mut path, &name, last, overlay)?,
            }
            if let At::Dangling(target) = &path.found.at {
                if path.ahead.is_empty() {
                    break;
                }
                return Err(dangling(&path.found.place, target));
            }
        }
        Ok(path.found)
    }

    fn up(&mut self, path: &mut Journey<'_>) -> Result<(), Failure> {
        if !matches!(path.found.at, At::Folder(_)) {
            let message = format!("`{}` is no directory, so that no `..` leads out of it", path.found.place);
            return Err(refused("not_found", &path.written.text, message));
        }
        let above = path.found.place.parent().ok_or_else(|| path.leaves())?;
        let folder = self.folder(&above).map_err(|error| failed(&above, "looked at", &error))?;
        path.found.parent = None;
        path.found.at = At::Folder(folder);
        path.found.place = above;
        Ok(())
    }

    fn down(
        &mut self,
        path: &mut Journey<'_>,
        name: &str,
        last: Last,
        overlay: &Overlay,
    ) -> Result<(), Failure> {
        let here = path.found.place.clone();
        let parent = match &path.found.at {
            At::Folder(folder) => Some(Arc::clone(folder)),
            At::Nothing => {
                path.found.missing.push(here.clone());
                None
            }
            At::Promised(Ghost::Folder) => None,
            _ => {
                let message = format!("`{here}` is not a directory, so nothing can lie below it");
                return Err(refused("not_a_file", &path.written.text, message));
            }
        };
        let place = here.child(name);
        let at = match (overlay.at(&place), &parent) {
            (Some(Ghost::Gone), _) | (None, None) => At::Nothing,
            (Some(ghost), _) => At::Promised(ghost),
            (None, Some(parent)) => self
                .at(parent, &place, path.ahead.is_empty())
                .map_err(|error| failed(&place, "looked at", &error))?,
        };
        path.found.parent = parent;
        path.found.place = place;
        path.found.at = at;
        if let At::Link(metadata) = &path.found.at
            && path.is_at_its_last_name()
        {
            path.found.link = Some((path.found.place.clone(), metadata.clone()));
        }
        match &path.found.at {
            At::Link(_) if last == Last::Follow || !path.ahead.is_empty() => self.follow(path, here),
            At::Nothing => {
                // Only what is written may be missing, not what a link promises.
                if !path.links.is_empty() {
                    let link = path.links.swap_remove(0);
                    path.found.place = link.place;
                    path.found.at = At::Dangling(link.target);
                    path.ahead.truncate(link.left);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What the disk holds at a place.
    fn at(&mut self, parent: &Folder, place: &Place, last: bool) -> io::Result<At> {
        if let Some(folder) = self.folders.get(place) {
            return Ok(At::Folder(Arc::clone(folder)));
        }
        if !last {
            // Most names on the way are those of folders, so that this saves a look.
            if let Ok(folder) = self.enter(parent, place) {
                return Ok(At::Folder(folder));
            }
        }
        let metadata = match parent.dir.symlink_metadata(place.name()) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(At::Nothing),
            Err(error) => return Err(error),
        };
        let kind = metadata.file_type();
        Ok(if kind.is_dir() {
            At::Folder(self.enter(parent, place)?)
        } else if kind.is_symlink() {
            At::Link(metadata)
        } else if kind.is_file() {
            At::File(metadata)
        } else {
            At::Other(metadata)
        })
    }

    /// Goes on where the link points to that was just met in the folder `here`.
    fn follow(&mut self, path: &mut Journey<'_>, here: Place) -> Result<(), Failure> {
        let link = path.found.place.clone();
        path.followed += 1;
        if path.followed > MAX_LINKS {
            let message = format!("`{}` goes through more than {MAX_LINKS} links", path.written.text);
            return Err(refused("invalid_argument", &path.written.text, message)
                .hint("Name the file by a path without these links."));
        }
        let Some(parent) = path.found.parent.clone() else { return Ok(()) };
        let target = parent
            .dir
            .read_link_contents(link.name())
            .map_err(|error| failed(&link, "read as a link", &error))?;
        let text = target.to_string_lossy().into_owned();
        let leads_outside = || {
            let message = format!("`{link}` is a link that leads outside of the workspace, to `{text}`");
            refused("denied", &path.written.text, message).hint(INSIDE)
        };
        let (start, relative) = if target.has_root() || target.is_absolute() {
            let inside = self.root.names().into_iter().find_map(|root| target.strip_prefix(root).ok());
            (Place::root(), inside.ok_or_else(leads_outside)?)
        } else {
            (here, &*target)
        };
        let steps = steps(relative).map_err(|unusable| match unusable {
            Unusable::Outside => leads_outside(),
            Unusable::Name(name) => {
                let message = format!("`{link}` is a link to `{name}`, which cannot be named in a text");
                refused("invalid_argument", &path.written.text, message)
            }
        })?;
        let folder = self.folder(&start).map_err(|error| failed(&start, "looked at", &error))?;
        path.links.push(Link { place: link, target: text, left: path.ahead.len() });
        path.ahead.extend(steps.into_iter().rev());
        path.found.place = start;
        path.found.parent = None;
        path.found.at = At::Folder(folder);
        Ok(())
    }
}

/// A path on the way.
struct Journey<'a> {
    written: &'a Written,
    /// Moves that are left, the next one last.
    ahead: Vec<Step>,
    /// Links whose own moves are not all made.
    links: Vec<Link>,
    followed: usize,
    found: Found,
}

struct Link {
    place: Place,
    target: String,
    /// Moves that were left when it was met: those after it.
    left: usize,
}

impl Journey<'_> {
    fn next(&mut self) -> Option<Step> {
        let step = self.ahead.pop()?;
        self.links.retain(|link| link.left <= self.ahead.len());
        Some(step)
    }

    /// Whether the name that was just met is the last one of the path as it was written, and no link's.
    fn is_at_its_last_name(&self) -> bool {
        self.ahead.is_empty() && self.links.is_empty()
    }

    /// The refusal of a `..` above the root.
    fn leaves(&self) -> Failure {
        match self.links.first() {
            Some(link) => {
                let message = format!(
                    "`{}` is a link that leads outside of the workspace, to `{}`",
                    link.place, link.target
                );
                refused("denied", &self.written.text, message).hint(INSIDE)
            }
            None => outside(&self.written.text),
        }
    }
}

/// The refusal of a path through a link to nothing.
pub(super) fn dangling(link: &Place, target: &str) -> Failure {
    let message = format!("`{link}` is a link to `{target}`, which does not exist");
    refused("not_found", link.as_str(), message)
}

/// The refusal of a path at which nothing is.
pub(super) fn absent(path: &str) -> Failure {
    refused("not_found", path, format!("`{path}` does not exist"))
}
