//! A tree in memory: the model that tests, fuzzing and benches hold patches against.

use std::collections::BTreeMap;

use toolhost_plugin::Failure;

use crate::refusal::{CONFLICT, DENIED, NOT_A_FILE, NOT_FOUND};
use crate::tree::{Change, Content, Kind, Link, Metadata, Splice, Store, Tree};

/// Where the tree would lie in a file system, for absolute paths.
pub const ROOT: &str = "/workspace";

/// Links that are followed one after the other.
const MAX_LINKS: usize = 8;

/// A file with what is kept when its bytes change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its permission bits.
    pub mode: u32,
    /// Counts its changes.
    version: u64,
}

/// Files, links and devices by path. A directory is there while something is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    files: BTreeMap<String, File>,
    /// Target of each link, relative to the root, or absolute.
    links: BTreeMap<String, String>,
    devices: Vec<String>,
    /// Where relative paths start, from the root.
    folder: String,
}

impl Memory {
    /// A tree with these files.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut memory = Self::default();
        for (path, bytes) in files {
            memory.put(path, bytes);
        }
        memory
    }

    /// Writes a file, as somebody else would.
    pub fn put(&mut self, path: &str, bytes: &[u8]) {
        let file = self.files.entry(path.to_owned()).or_insert(File { mode: 0o644, ..File::default() });
        file.bytes = bytes.to_vec();
        file.version += 1;
    }

    /// Sets the permission bits of a file.
    pub fn set_mode(&mut self, path: &str, mode: u32) {
        if let Some(file) = self.files.get_mut(path) {
            file.mode = mode;
        }
    }

    /// Makes a symbolic link.
    pub fn link(&mut self, path: &str, target: &str) {
        self.links.insert(path.to_owned(), target.to_owned());
    }

    /// Makes something that is neither file nor directory.
    pub fn device(&mut self, path: &str) {
        self.devices.push(path.to_owned());
    }

    /// Where the link at a path leads, if one is there.
    #[must_use]
    pub fn target(&self, path: &str) -> Option<&str> {
        self.links.get(path).map(String::as_str)
    }

    /// Has relative paths start in a folder from now on.
    pub fn enter(&mut self, folder: &str) {
        folder.clone_into(&mut self.folder);
    }

    /// The file at a path, which is not followed.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// Every file with its bytes.
    #[must_use]
    pub fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        self.files.iter().map(|(path, file)| (path.clone(), file.bytes.clone())).collect()
    }

    /// A path from the root, without `..`, if it is not absolute.
    fn seen_from_root(&self, path: &str) -> Result<String, Failure> {
        if path.starts_with('/') {
            return Ok(path.to_owned());
        }
        let mut names = Vec::new();
        for name in self.folder.split('/').chain(path.split('/')) {
            match name {
                "" | "." => {}
                ".." => {
                    names.pop().ok_or_else(|| outside(path))?;
                }
                name => names.push(name),
            }
        }
        Ok(names.join("/"))
    }

    /// The path behind all links, relative to the root, whether something stands there or not. Only what is written
    /// may be missing, not what a link on the way promises.
    fn resolved(&self, path: &str) -> Result<String, Failure> {
        let mut path = self.seen_from_root(path)?;
        let mut followed: Vec<(String, &str, String)> = Vec::new();
        while followed.len() < MAX_LINKS {
            let relative = match path.strip_prefix(ROOT) {
                Some(rest) if rest.is_empty() || rest.starts_with('/') => rest.trim_start_matches('/'),
                _ if path.starts_with('/') => return Err(outside(&path)),
                _ => path.as_str(),
            };
            let ends = relative.match_indices('/').map(|(at, _)| at).chain([relative.len()]);
            let link = ends
                .map(|end| relative.split_at(end))
                .find_map(|(start, rest)| self.links.get(start).map(|target| (start, target, rest)));
            let Some((start, target, rest)) = link else {
                let promised =
                    |rest: &String| relative.strip_suffix(rest.as_str()).filter(|_| !rest.is_empty());
                let is_broken = |rest: &String| promised(rest).is_some_and(|target| !self.is_there(target));
                return match followed.iter().find(|(_, _, rest)| is_broken(rest)) {
                    Some((link, target, _)) => Err(dangling(link, target)),
                    None => Ok(relative.to_owned()),
                };
            };
            followed.push((start.to_owned(), target, rest.to_owned()));
            path = format!("{target}{rest}");
        }
        Err(Failure::new("invalid_argument", format!("`{path}` leads through too many links.")))
    }

    /// Where the last name of a path lies, which is not followed.
    fn place(&self, path: &str) -> Result<String, Failure> {
        let (directory, name) = path.rsplit_once('/').unwrap_or((".", path));
        let directory = self.resolved(directory)?;
        Ok(if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") })
    }

    /// The link that the last name of a path is, if it is one.
    fn link_at(&self, path: &str) -> Result<Option<Link>, Failure> {
        let place = self.place(path)?;
        let version = self.links.get(&place).map(|target| format!("-> {target}"));
        Ok(version.map(|version| Link { place, version }))
    }

    fn is_directory(&self, path: &str) -> bool {
        let is_in = |other: &String| other.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        path.is_empty() || self.files.keys().chain(self.links.keys()).chain(&self.devices).any(is_in)
    }

    fn is_there(&self, path: &str) -> bool {
        self.files.contains_key(path)
            || self.links.contains_key(path)
            || self.devices.iter().any(|device| device == path)
            || self.is_directory(path)
    }

    fn change(&mut self, change: Change) -> Result<(), Failure> {
        match change {
            Change::Create { path, content } => {
                let path = self.vacant(&path)?;
                self.put(&path, &content);
            }
            Change::Edit { path, version, splices } => {
                let path = self.current(&path, &version)?;
                if let Some(file) = self.files.get_mut(&path) {
                    file.bytes = spliced(&file.bytes, &splices)?;
                    file.version += 1;
                }
            }
            Change::Remove { path, version } => {
                if let Some(link) = self.link_at(&path)? {
                    if link.version != version {
                        return Err(stale(&path));
                    }
                    self.links.remove(&link.place);
                } else {
                    let path = self.current(&path, &version)?;
                    self.files.remove(&path);
                }
            }
            Change::Rename { path, version, to, splices } => {
                if self.link_at(&path)?.is_some() {
                    let message = format!("`{path}` is a symbolic link, which is not moved.");
                    return Err(Failure::new("invalid_argument", message));
                }
                let path = self.current(&path, &version)?;
                let to = self.vacant(&to)?;
                if let Some(mut file) = self.files.remove(&path) {
                    file.bytes = spliced(&file.bytes, &splices)?;
                    file.version += 1;
                    self.files.insert(to, file);
                }
            }
        }
        Ok(())
    }

    /// Where a file can be made.
    fn vacant(&self, path: &str) -> Result<String, Failure> {
        let path = self.place(path)?;
        let below_file = path.match_indices('/').any(|(at, _)| self.files.contains_key(&path[..at]));
        if below_file || self.is_there(&path) {
            return Err(Failure::new(CONFLICT, format!("`{path}` is already there.")));
        }
        Ok(path)
    }

    /// The file at a path, if it is still the one that was read.
    fn current(&self, path: &str, version: &str) -> Result<String, Failure> {
        let resolved = self.resolved(path)?;
        match self.files.get(&resolved) {
            Some(file) if file.version.to_string() == version => Ok(resolved),
            _ => Err(stale(path)),
        }
    }
}

impl Tree for Memory {
    fn folder(&self) -> Result<String, Failure> {
        Ok(self.folder.clone())
    }

    fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
        let resolved = self.resolved(path)?;
        let below_file =
            resolved.match_indices('/').find(|(at, _)| self.files.contains_key(&resolved[..*at]));
        if below_file.is_some() {
            return Err(Failure::new(NOT_A_FILE, format!("`{path}` leads through a file.")));
        }
        let link = self.link_at(path)?;
        let (kind, size, version) = match self.files.get(&resolved) {
            Some(file) => (Kind::File, file.bytes.len() as u64, file.version),
            None if self.devices.contains(&resolved) => (Kind::Other, 0, 0),
            None if self.is_directory(&resolved) => (Kind::Directory, 0, 0),
            None if link.is_some() => (Kind::Symlink, 0, 0),
            None => return Ok(None),
        };
        Ok(Some(Metadata { kind, size, protected: false, resolved, version: version.to_string(), link }))
    }

    fn read(&self, path: &str) -> Result<Content, Failure> {
        match self.files.get(&self.resolved(path)?) {
            Some(file) => Ok(Content { bytes: file.bytes.clone(), version: file.version.to_string() }),
            None => Err(Failure::new(NOT_FOUND, format!("There is no file `{path}`."))),
        }
    }

    fn entries(&self, path: &str) -> Result<Vec<(String, Kind)>, Failure> {
        let resolved = self.resolved(path)?;
        let prefix = if resolved.is_empty() { resolved } else { resolved + "/" };
        let files = self.files.keys().map(|path| (path, Kind::File));
        let links = self.links.keys().map(|path| (path, Kind::Symlink));
        let devices = self.devices.iter().map(|path| (path, Kind::Other));
        let all = files.chain(links).chain(devices);
        let inside = all.filter_map(|(path, kind)| Some((path.strip_prefix(&prefix)?, kind)));
        let named = inside.map(|(rest, kind)| match rest.split_once('/') {
            Some((name, _)) => (name.to_owned(), Kind::Directory),
            None => (rest.to_owned(), kind),
        });
        Ok(named.collect::<BTreeMap<_, _>>().into_iter().collect())
    }
}

impl Store for Memory {
    fn commit(&mut self, changes: Vec<Change>) -> Result<(), Failure> {
        let mut changed = self.clone();
        for change in changes {
            changed.change(change)?;
        }
        *self = changed;
        Ok(())
    }
}

/// A file with its splices.
///
/// # Errors
/// `invalid_argument` for splices that overlap, are out of order, or reach past the end.
pub fn spliced(bytes: &[u8], splices: &[Splice]) -> Result<Vec<u8>, Failure> {
    let mut made = Vec::new();
    let mut at = 0;
    for Splice { offset, remove, insert } in splices {
        let start = usize::try_from(*offset).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(*remove).unwrap_or(usize::MAX));
        let (Some(kept), true) = (bytes.get(at..start), end <= bytes.len()) else {
            let message = format!("The splice at {offset} over {remove} bytes does not fit.");
            return Err(Failure::new("invalid_argument", message));
        };
        made.extend_from_slice(kept);
        made.extend_from_slice(insert);
        at = end;
    }
    made.extend_from_slice(&bytes[at..]);
    Ok(made)
}

fn stale(path: &str) -> Failure {
    Failure::new(CONFLICT, format!("`{path}` has changed since it was read."))
}

fn dangling(link: &str, target: &str) -> Failure {
    Failure::new(NOT_FOUND, format!("`{link}` is a link to `{target}`, which does not exist."))
}

fn outside(path: &str) -> Failure {
    Failure::new(DENIED, format!("`{path}` is outside of the workspace."))
}
