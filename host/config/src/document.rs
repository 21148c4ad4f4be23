//! One configuration file: its tree with places, and its typed contents.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::error::{ConfigError, Place};
use crate::path::{KeyPath, Segment};
use crate::resolve::{self, Named};
use crate::tree::{self, Fault, Format, Node, Position};
use crate::written::{self, Config, Shell};

/// The text of a configuration and where it comes from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The file as messages shall name it. The extension `.json` makes it JSON, any other YAML.
    pub file: &'a str,
    /// The folder that relative paths in it start from, absolute.
    pub directory: &'a Path,
    /// Its contents.
    pub text: &'a str,
}

/// A configuration file whose syntax and types are right. What it says is checked by [`crate::resolve`].
#[derive(Debug, Clone)]
pub struct Document {
    file: Arc<str>,
    directory: PathBuf,
    tree: Node,
    written: Config,
}

impl Document {
    /// Reads `source`. An empty text is a configuration that changes nothing.
    ///
    /// # Errors
    ///
    /// Text that is too long, broken syntax, an unknown or duplicate key, a value of the wrong kind.
    pub fn parse(source: Source<'_>) -> Result<Self, ConfigError> {
        let file: Arc<str> = source.file.into();
        let place = |fault: Fault| ConfigError {
            place: Some(placed(&file, fault.position())),
            path: fault.path().to_string(),
            message: fault.message,
            hints: Vec::new(),
        };
        let tree = tree::parse(source.text, Format::of(source.file)).map_err(place)?;
        let written = tree::read(&tree).map_err(place)?;
        Ok(Self { directory: source.directory.into(), tree, written, file })
    }

    /// What the file says.
    #[must_use]
    pub fn written(&self) -> &Config {
        &self.written
    }

    /// Files that this one names and that run when it is trusted, absolute and in order: all components, and
    /// those shells and programs that lie in the workspace at `root`, whose contents the workspace decides.
    #[must_use]
    pub fn named_files(&self, root: &Path) -> Vec<PathBuf> {
        let plugins = self.written.plugins.iter().flat_map(|plugins| plugins.values());
        let profiles = self.written.profiles.iter().flat_map(|profiles| profiles.values());
        let executions = profiles.filter_map(|profile| profile.execution.as_ref());
        let executions = executions.chain(self.written.execution.as_ref());
        let shells = executions.filter_map(|execution| match &execution.shell {
            Some(Shell::Path(path)) => Some(path),
            Some(Shell::Auto) | None => None,
        });
        let mut files = BTreeSet::new();
        let mut programs: Vec<&PathBuf> = shells.collect();
        for plugin in plugins {
            if let Some(written::Component::File(path)) = &plugin.component {
                files.insert(self.absolute(path));
            }
            programs.extend(plugin.grants.iter().flat_map(|grants| grants.process.iter().flatten()));
        }
        let blocks = self.written.profiles.iter().flat_map(|profiles| profiles.values());
        let blocks = blocks.filter_map(|profile| profile.tool_optimizers.as_ref());
        for named in blocks.chain(self.written.tool_optimizers.as_ref()).flat_map(resolve::named) {
            match named {
                Named::Component(path) => _ = files.insert(self.absolute(path)),
                Named::Program(path) => programs.push(path),
            }
        }
        let root = normal(root);
        let programs = programs.into_iter().map(|path| self.absolute(path));
        files.extend(programs.filter(|path| path.starts_with(&root)));
        files.into_iter().collect()
    }

    pub(crate) fn tree(&self) -> &Node {
        &self.tree
    }

    /// `path` from the folder of this file, with `.` and `..` taken out by name. No link is followed.
    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        normal(&self.directory.join(path))
    }

    /// Where the key at `path` stands, or the innermost thing around it that is there.
    pub(crate) fn place(&self, path: &KeyPath) -> Place {
        placed(&self.file, self.position(&path.0, |key, _| key))
    }

    /// A fault in the value at `path`.
    pub(crate) fn error(&self, path: &KeyPath, message: impl Into<String>) -> ConfigError {
        ConfigError {
            place: Some(placed(&self.file, self.position(&path.0, |_, node| node.at))),
            path: path.to_string(),
            message: message.into(),
            hints: Vec::new(),
        }
    }

    /// A fault in the key at `path` itself.
    pub(crate) fn key_error(&self, path: &KeyPath, message: impl Into<String>) -> ConfigError {
        ConfigError { place: Some(self.place(path)), ..self.error(path, message) }
    }

    fn position(&self, path: &[Segment], pick: fn(Position, &Node) -> Position) -> Position {
        (0..=path.len())
            .rev()
            .find_map(|length| self.tree.find(path.get(..length)?))
            .map_or(Position::START, |(key, node)| pick(key, node))
    }
}

fn placed(file: &Arc<str>, position: Position) -> Place {
    Place { file: Arc::clone(file), line: position.line, column: position.column }
}

/// Removes `.` and `..` by name.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
