//! Reading ignore files, and keeping what was read.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::signs::NAMES;
use super::{Base, GIT, KINDS, Layer, Rules, Signs, repository};
use crate::place::Place;
use crate::stamp::{Stamp, now};
use crate::tree::{Folder, Kind};

/// Bytes of an ignore file that are read; the largest known ones have some hundred KiB.
const MAX_FILE: u64 = 4 << 20;
/// Bytes of ignore files whose rules are kept between searches. Compiled they take about a hundred times that.
const MAX_KEPT: usize = 256 << 10;
/// Bytes of an ignore file that one folder's layer counts for, by what both take in memory.
const LAYER: usize = 4;

/// Reads rules, and keeps those of files that have not changed.
pub(crate) struct RuleBook {
    root: PathBuf,
    /// The user's own ignore file of git.
    user: Option<PathBuf>,
    /// As [`Limits::settles`](crate::Limits::settles).
    settles: Duration,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    rules: HashMap<PathBuf, (Stamp, Arc<Gitignore>)>,
    /// The latest layer of each folder, so that it is the same one as long as nothing changes.
    layers: HashMap<PathBuf, Rules>,
    bytes: usize,
}

impl Kept {
    /// Forgets the layers of a folder and of all within.
    fn forget_layers(&mut self, folder: &Path) {
        let before = self.layers.len();
        self.layers.retain(|path, _| !path.starts_with(folder));
        self.bytes = self.bytes.saturating_sub((before - self.layers.len()) * LAYER);
    }

    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > MAX_KEPT {
            *self = Kept::default();
        }
        self.bytes += bytes;
    }
}

impl RuleBook {
    /// A book for the folder at an absolute path.
    pub(crate) fn new(root: PathBuf, user: Option<PathBuf>, settles: Duration) -> RuleBook {
        RuleBook { root, user, settles, kept: Mutex::default() }
    }

    /// The rules that are written down above the root.
    pub(crate) fn above(&self) -> Rules {
        let user = self.user.as_ref().and_then(|path| self.anywhere(path));
        let mut rules = self.layer(Path::new(""), Layer::outermost(user));
        let mut folders: Vec<&Path> = self.root.ancestors().skip(1).collect();
        folders.reverse();
        for path in folders {
            let (Ok(folder), Ok(rest)) = (Folder::anywhere(path), self.root.strip_prefix(path)) else {
                continue;
            };
            rules = self.read(&rules, &folder, path, Base::Above(rest.to_owned()), Signs::of(&folder));
        }
        rules
    }

    /// The rules in a folder beneath the root, of which `outer` hold around it.
    pub(crate) fn enter(&self, outer: &Rules, folder: &Folder, place: &Place, signs: Signs) -> Rules {
        if signs.are_none() {
            return outer.clone();
        }
        let start = if place.is_root() { 0 } else { place.bytes().len() + 1 };
        self.read(outer, folder, &self.root.join(place.as_path()), Base::Beneath(start), signs)
    }

    fn read(&self, outer: &Rules, folder: &Folder, path: &Path, base: Base, signs: Signs) -> Rules {
        let is_repository = signs.git.is_some();
        let in_repository = outer.0.in_repository || is_repository;
        let mut own = [const { None }; KINDS];
        for (index, ((own, name), is_there)) in own.iter_mut().zip(NAMES).zip(signs.files).enumerate() {
            if is_there && (index < GIT || in_repository) {
                *own = self.rules(folder, OsStr::new(name), &path.join(name));
            }
        }
        let info = match signs.git {
            Some(Kind::Folder) => folder.open(&Place::from(".git/info")).ok(),
            Some(Kind::File) => repository::info(folder, path),
            _ => None,
        };
        if let (Some(info), Some(exclude)) = (info, own.last_mut()) {
            *exclude = self.rules(&info, OsStr::new("exclude"), &path.join(".git/info/exclude"));
        }
        if !is_repository && own.iter().all(Option::is_none) {
            return outer.clone();
        }
        let user = outer.0.user.clone();
        let outer = Some(outer.clone());
        self.layer(path, Layer { outer, base, own, is_repository, in_repository, user })
    }

    /// The layer of the folder at a path: the one before, if it says the same.
    fn layer(&self, path: &Path, layer: Layer) -> Rules {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.layers.get(path) {
            Some(known) if known.0.is_same(&layer) => return known.clone(),
            // Whatever lies further in is made anew anyway, and would keep old rules in memory until then.
            Some(_) => kept.forget_layers(path),
            None => {}
        }
        let rules = Rules(Arc::new(layer));
        kept.make_room(LAYER);
        kept.layers.insert(path.to_owned(), rules.clone());
        rules
    }

    fn anywhere(&self, path: &Path) -> Option<Arc<Gitignore>> {
        let folder = Folder::anywhere(path.parent()?).ok()?;
        self.rules(&folder, path.file_name()?, path)
    }

    /// The rules of one file; none where there is none, or where it says nothing.
    fn rules(&self, folder: &Folder, name: &OsStr, path: &Path) -> Option<Arc<Gitignore>> {
        let (file, stamp) = folder.file(name).ok()?;
        let known = {
            let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.rules.get(path).filter(|(known, _)| *known == stamp).map(|(_, rules)| Arc::clone(rules))
        };
        let rules = match known {
            Some(rules) => rules,
            None => {
                let (rules, bytes) = parse(file).ok()?;
                let rules = Arc::new(rules);
                if stamp.is_settled(now(), self.settles) {
                    self.keep(path, stamp, &rules, bytes);
                }
                rules
            }
        };
        (!rules.is_empty()).then_some(rules)
    }

    /// Whether the file at a path, as it is now, will not be read again.
    #[cfg(test)]
    pub(super) fn knows(&self, path: &Path) -> bool {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return false };
        let stamp = Folder::anywhere(parent).and_then(|folder| folder.stamp(name)).ok().flatten();
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        stamp.is_some() && kept.rules.get(path).map(|(stamp, _)| *stamp) == stamp
    }

    fn keep(&self, path: &Path, stamp: Stamp, rules: &Arc<Gitignore>, bytes: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes <= MAX_KEPT {
            kept.make_room(bytes);
            kept.rules.insert(path.to_owned(), (stamp, Arc::clone(rules)));
        }
    }
}

/// Rules, for paths from the folder that they are in, and how many bytes they were read from.
fn parse(file: impl Read) -> io::Result<(Gitignore, usize)> {
    let mut bytes = Vec::new();
    file.take(MAX_FILE).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut builder = GitignoreBuilder::new(".");
    for line in text.lines() {
        // A line that is no rule says nothing; so it is for git.
        let _ = builder.add_line(None, line);
    }
    Ok((builder.build().unwrap_or_else(|_| Gitignore::empty()), bytes.len()))
}
