//! Reading ignore files, and keeping what was read.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{Base, GIT, KINDS, Rules, repository};
use crate::place::Place;
use crate::stamp::{Stamp, now};
use crate::tree::{Entry, Folder, Kind};

/// Names of ignore files, by kind; the last kind, git's own exclude file, has no name in the folder itself.
const NAMES: [&str; KINDS - 1] = [".rgignore", ".ignore", ".gitignore"];
/// Bytes of an ignore file that are read; the largest known ones have some hundred KiB.
const MAX_FILE: u64 = 4 << 20;
/// Bytes of ignore files whose rules are kept between searches. Compiled they take about a hundred times that.
const MAX_KEPT: usize = 256 << 10;

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
    bytes: usize,
}

impl RuleBook {
    /// A book for the folder at an absolute path.
    pub(crate) fn new(root: PathBuf, user: Option<PathBuf>, settles: Duration) -> RuleBook {
        RuleBook { root, user, settles, kept: Mutex::default() }
    }

    /// The rules that are written down above the root.
    pub(crate) fn above(&self) -> Rules {
        let user = self.user.as_ref().and_then(|path| self.anywhere(path));
        let mut rules = Rules { layer: None, in_repository: false, user };
        let mut folders: Vec<&Path> = self.root.ancestors().skip(1).collect();
        folders.reverse();
        for path in folders {
            let (Ok(folder), Ok(rest)) = (Folder::anywhere(path), self.root.strip_prefix(path)) else {
                continue;
            };
            rules = self.read(&rules, &folder, path, Base::Above(rest.to_owned()), None);
        }
        rules
    }

    /// The rules in a folder beneath the root, of which `outer` hold around it. `entries` are its names, sorted, where
    /// they are known.
    pub(crate) fn enter(
        &self,
        outer: &Rules,
        folder: &Folder,
        place: &Place,
        entries: Option<&[Entry]>,
    ) -> Rules {
        let start = if place.is_root() { 0 } else { place.bytes().len() + 1 };
        self.read(outer, folder, &self.root.join(place.as_path()), Base::Beneath(start), entries)
    }

    fn read(
        &self,
        outer: &Rules,
        folder: &Folder,
        path: &Path,
        base: Base,
        entries: Option<&[Entry]>,
    ) -> Rules {
        let kind = |name: &str| match entries {
            Some(entries) => {
                let index =
                    entries.binary_search_by(|entry| entry.name.as_os_str().cmp(OsStr::new(name))).ok()?;
                Some(entries.get(index)?.kind)
            }
            None => folder.kind(OsStr::new(name)).ok(),
        };
        let git = kind(".git");
        let in_repository = outer.in_repository || git.is_some();
        let mut own = [const { None }; KINDS];
        for (index, (own, name)) in own.iter_mut().zip(NAMES).enumerate() {
            if (index < GIT || in_repository) && kind(name) == Some(Kind::File) {
                *own = self.rules(folder, OsStr::new(name), &path.join(name));
            }
        }
        let info = match git {
            Some(Kind::Folder) => folder.open(&Place::from(".git/info")).ok(),
            Some(Kind::File) => repository::info(folder, path),
            _ => None,
        };
        if let (Some(info), Some(exclude)) = (info, own.last_mut()) {
            *exclude = self.rules(&info, OsStr::new("exclude"), &path.join(".git/info/exclude"));
        }
        outer.with(base, own, git.is_some())
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

    #[cfg(test)]
    pub(super) fn knows(&self, path: &Path) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).rules.contains_key(path)
    }

    fn keep(&self, path: &Path, stamp: Stamp, rules: &Arc<Gitignore>, bytes: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + bytes > MAX_KEPT {
            *kept = Kept::default();
        }
        if bytes <= MAX_KEPT {
            kept.bytes += bytes;
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
