//! Grants: what a component may use of the host. Written, a grant may be missing; resolved, missing is none.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

/// How far into files a grant reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Not at all.
    None,
    /// Reading only.
    Read,
    /// Reading and writing.
    Write,
}

/// A folder of the host inside the component's file system.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileGrant {
    /// The folder on the host.
    pub host: PathBuf,
    /// Where the component finds it.
    pub guest: PathBuf,
    /// Reading, or reading and writing.
    pub access: Access,
}

/// What a component may use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grants {
    /// Files of the workspace.
    pub workspace: Option<Access>,
    /// Searching the workspace.
    pub search: Option<bool>,
    /// Looking through the deferred tools.
    pub catalog: Option<bool>,
    /// Running commands.
    pub terminal: Option<bool>,
    /// Programs that it may start directly, by absolute path.
    pub process: Option<Vec<PathBuf>>,
    /// Hosts that it may reach over HTTP, each as `host:port`.
    pub http: Option<Vec<String>>,
    /// Names of environment variables that it may read.
    pub env: Option<Vec<String>>,
    /// Names of environment variables that it gets as secrets; no command inherits them.
    pub secrets: Option<Vec<String>>,
    /// Folders of the host.
    pub files: Option<Vec<FileGrant>>,
    /// Wall and monotonic time.
    pub clock: Option<bool>,
    /// Random numbers.
    pub random: Option<bool>,
}
