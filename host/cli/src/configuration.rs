//! From files to a resolved configuration.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use toolhost_config::{DEFAULT, Layers, Resolved, Source, WorkspaceSource, resolve};

use crate::arguments::Global;
use crate::environment::{self, Folders};
use crate::failure::Usage;
use crate::output::Complaint;
use crate::trust;

/// What a repository may carry.
pub(crate) const WORKSPACE_FILE: &str = "toolhost.yaml";

/// The user's own file, first found first taken.
const USER_FILES: [&str; 2] = ["toolhost.yaml", "toolhost.json"];

/// A configuration with where it came from.
pub(crate) struct Configuration {
    /// What holds.
    pub(crate) resolved: Resolved,
    /// The user's file, if there is one.
    pub(crate) user: Option<PathBuf>,
    /// The workspace's file, if there is one, and whether it is trusted.
    pub(crate) workspace_file: Option<(PathBuf, bool)>,
    /// The directory that tools work in.
    pub(crate) workspace: PathBuf,
    /// What is wrong with the workspace's file, if it cannot be used at all.
    unusable: Option<Complaint>,
}

/// No configuration is as long as this, in bytes.
const MAX_WORKSPACE_FILE: u64 = 1 << 20;

/// A file and its text.
pub(crate) struct Text {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Text {
    fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source { file: name, directory: self.path.parent().unwrap_or(Path::new("/")), text: &self.text }
    }
}

impl Configuration {
    /// Reads the user's and the workspace's file and resolves them over the built-in one. Says so where the workspace's
    /// cannot be used.
    pub(crate) fn load(global: &Global, folders: &Folders) -> anyhow::Result<Configuration> {
        let configuration = Configuration::load_silently(global, folders)?;
        if let Some(complaint) = &configuration.unusable {
            complaint.say();
        }
        Ok(configuration)
    }

    /// As [`Configuration::load`], for whoever tells the person of [`Configuration::unusable`] in another way.
    pub(crate) fn load_silently(global: &Global, folders: &Folders) -> anyhow::Result<Configuration> {
        let workspace = environment::workspace(global.workspace.as_deref())?;
        let user = user_file(global, folders)?;
        let (workspace_text, unusable) = match workspace_file(&workspace) {
            Ok(text) => (text, None),
            Err(complaint) => (None, Some(complaint)),
        };
        let trusted = match &workspace_text {
            Some(text) => trust::is_trusted(folders, &workspace, &text.path, &text.text)?,
            None => false,
        };
        let user_name = user.as_ref().map(|text| text.path.display().to_string()).unwrap_or_default();
        let workspace_name = workspace.join(WORKSPACE_FILE).display().to_string();
        let layers = Layers {
            builtin: Source { file: "built-in", directory: Path::new("/"), text: DEFAULT },
            user: user.as_ref().map(|text| text.source(&user_name)),
            workspace: workspace_text
                .as_ref()
                .map(|text| WorkspaceSource { source: text.source(&workspace_name), trusted }),
            root: Some(&workspace),
            profile: global.profile.as_deref(),
        };
        Ok(Configuration {
            resolved: resolve(&layers)?,
            user: user.map(|text| text.path),
            workspace_file: workspace_text.map(|text| (text.path, trusted)),
            workspace,
            unusable,
        })
    }

    /// Why the workspace's file is ignored as a whole, if it is.
    pub(crate) fn unusable(&self) -> Option<&Complaint> {
        self.unusable.as_ref()
    }

    /// What people should know before anything runs: sentences about the workspace's file.
    pub(crate) fn notices(&self) -> Vec<String> {
        let ignored = &self.resolved.ignored;
        let mut notices: Vec<String> = ignored.iter().map(ToString::to_string).collect();
        if !ignored.is_empty() {
            notices.push("`toolhost trust` lets this workspace set what it asks for.".to_owned());
        }
        notices
    }
}

/// The text of the workspace's own configuration. Only a regular file of the user's counts: nobody else decides
/// anything here, and a link may lead anywhere. Whatever is wrong with it, a repository never stops a start: that is no
/// more than a complaint.
pub(crate) fn workspace_file(workspace: &Path) -> Result<Option<Text>, Complaint> {
    let path = workspace.join(WORKSPACE_FILE);
    let problem = match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => error.to_string(),
        Ok(metadata) if !metadata.is_file() || !is_own(&metadata) => {
            "it is not a regular file that belongs to you".to_owned()
        }
        Ok(metadata) if metadata.len() > MAX_WORKSPACE_FILE => {
            format!("it has {} bytes, and at most {MAX_WORKSPACE_FILE} are read", metadata.len())
        }
        Ok(_) => match fs::read_to_string(&path) {
            Ok(text) => return Ok(Some(Text { path, text })),
            Err(error) => error.to_string(),
        },
    };
    Err(Complaint::new("warning", format!("{} is ignored: {problem}", path.display())))
}

/// Where the user's own file is looked for where nobody names one, the first first.
pub(crate) fn user_files(folders: &Folders) -> [PathBuf; 2] {
    USER_FILES.map(|name| folders.config.join(name))
}

fn user_file(global: &Global, folders: &Folders) -> anyhow::Result<Option<Text>> {
    if let Some(named) = &global.config {
        return read(named.clone()).map(Some);
    }
    if let Some(named) = environment::config_file() {
        return read(named).context("named by $TOOLHOST_CONFIG").map(Some);
    }
    let found = user_files(folders).into_iter().find(|path| path.exists());
    found.map(read).transpose()
}

fn read(path: PathBuf) -> anyhow::Result<Text> {
    let unreadable = |error: &dyn std::fmt::Display| {
        Usage::new(format!("the configuration {} cannot be read: {error}", path.display()))
    };
    let path = fs::canonicalize(&path).map_err(|error| unreadable(&error))?;
    let bytes = fs::read(&path).map_err(|error| unreadable(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| unreadable(&error.utf8_error()))?;
    Ok(Text { path, text })
}

#[cfg(unix)]
fn is_own(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = fs::metadata("/proc/self").or_else(|_| fs::metadata(std::env::temp_dir()));
    own.is_ok_and(|own| own.uid() == metadata.uid())
}

#[cfg(not(unix))]
fn is_own(_: &fs::Metadata) -> bool {
    true
}
