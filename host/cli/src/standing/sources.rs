//! What a host is made of, and whether it is still the same.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use toolhost_config::{Component, Plugin, Profile};

use crate::arguments::Global;
use crate::configuration::{Configuration, WORKSPACE_FILE, user_files};
use crate::environment::{self, Folders};
use crate::trust;
use crate::wiring::Wired;

/// Shells that a profile which names none may fall back to.
const SHELLS: [&str; 2] = ["/bin/bash", "/usr/bin/bash"];

/// What was there when it was looked at.
pub(crate) struct Sources(Vec<Source>);

/// One of the things, and how it looked.
enum Source {
    /// A file, which may not be there. Only its contents count, and what it is.
    File(PathBuf, Option<Look>, Option<Look>),
    /// A folder that is held open: another one may have taken its name.
    Folder(PathBuf, Option<(u64, u64)>),
    /// A program that is looked up in `PATH`, and its file.
    Program(PathBuf, Option<(PathBuf, Option<Look>)>),
}

/// Device, inode, length, permissions, and the times of the last change of contents and of anything.
type Look = (u64, u64, u64, u32, (i64, i64), (i64, i64));

impl Source {
    fn file(path: impl Into<PathBuf>) -> Source {
        let path = path.into();
        let (itself, target) = (look(fs::symlink_metadata(&path)), look(fs::metadata(&path)));
        Source::File(path, itself, target)
    }

    fn folder(path: impl Into<PathBuf>) -> Source {
        let path = path.into();
        let identity = fs::metadata(&path).ok().map(|metadata| (metadata.dev(), metadata.ino()));
        Source::Folder(path, identity)
    }

    fn program(name: &Path) -> Source {
        let found = environment::program(name).map(|path| {
            let look = look(fs::metadata(&path));
            (path, look)
        });
        Source::Program(name.to_owned(), found)
    }

    fn path(&self) -> &Path {
        match self {
            Source::File(path, ..) | Source::Folder(path, _) | Source::Program(path, _) => path,
        }
    }

    fn is_same(&self) -> bool {
        match self {
            Source::File(path, itself, target) => {
                look(fs::symlink_metadata(path)) == *itself && look(fs::metadata(path)) == *target
            }
            Source::Folder(path, identity) => {
                fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino())) == *identity
            }
            Source::Program(name, found) => match Source::program(name) {
                Source::Program(_, now) => now == *found,
                Source::File(..) | Source::Folder(..) => false,
            },
        }
    }
}

fn look(metadata: std::io::Result<Metadata>) -> Option<Look> {
    let metadata = metadata.ok()?;
    let contents = (metadata.mtime(), metadata.mtime_nsec());
    let anything = (metadata.ctime(), metadata.ctime_nsec());
    Some((metadata.dev(), metadata.ino(), metadata.size(), metadata.mode(), contents, anything))
}

impl Sources {
    /// All that a host with this configuration is about to be made of.
    pub(crate) fn look(global: &Global, folders: &Folders) -> anyhow::Result<Sources> {
        // Before it is read, since only the reading says what else there is to look at.
        let mut sources: Vec<Source> = match environment::config_file() {
            Some(named) => vec![Source::file(named)],
            None => user_files(folders).into_iter().map(Source::file).collect(),
        };
        sources.push(Source::file(trust::record_file(folders)));
        let configuration = Configuration::load_silently(global, folders)?;
        let workspace = &configuration.workspace;
        let file = workspace.join(WORKSPACE_FILE);
        sources.extend(trust::named(workspace, &file).into_iter().map(Source::file));
        sources.push(Source::file(file));
        sources.push(Source::folder(workspace));
        let profile = configuration.resolved.active().context("the configuration has no active profile")?;
        sources.extend(of_profile(profile));
        let ignored = environment::git_files().into_iter().chain(environment::user_ignore_file());
        sources.extend(ignored.map(Source::file));
        Ok(Sources(sources))
    }

    /// Folders that the wired host holds.
    pub(crate) fn add_folders(&mut self, wired: &Wired, folders: &Folders) {
        let held = [wired.spools.folder().to_owned(), folders.state.join("commits")];
        self.0.extend(held.into_iter().map(Source::folder));
    }

    /// The first of them that is not what it was, by its path.
    pub(crate) fn changed(&self) -> Option<String> {
        let changed = self.0.iter().find(|source| !source.is_same())?;
        Some(changed.path().display().to_string())
    }
}

/// Components, programs and shells.
fn of_profile(profile: &Profile) -> Vec<Source> {
    let tools = profile.tools.iter().map(|tool| &*tool.plugin);
    let providers = profile.tool_optimizers.providers.iter().map(|provider| &*provider.plugin);
    let plugins: Vec<&Plugin> = tools.chain(providers).collect();
    let components = plugins.iter().filter_map(|plugin| match &plugin.component {
        Component::File(path) => Some(Source::file(path)),
        Component::Builtin(_) => None,
    });
    let programs = plugins.iter().flat_map(|plugin| &plugin.grants.process);
    let programs = programs.map(|program| Source::program(program));
    let shells = SHELLS.into_iter().map(PathBuf::from).chain(environment::user_shell());
    components.chain(programs).chain(shells.map(Source::file)).collect()
}
