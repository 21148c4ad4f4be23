//! What a plugin may reach: the same shape for what it asks for in its metadata, what a profile grants, and
//! what is effective, which is the intersection of the two.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Access to the workspace. Ordered: writing includes reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The workspace does not exist for the plugin.
    #[default]
    None,
    /// Files can be read.
    Read,
    /// Files can be read and changed.
    Write,
}

/// Access to one granted directory or file outside the workspace. Ordered: writing includes reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileAccess {
    /// Files can be read.
    Read,
    /// Files can be read and changed.
    Write,
}

/// One directory or file of the host that a plugin sees under a path of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileGrant {
    /// Path on the host. What metadata asks for names no host path: only the profile's counts.
    #[serde(default)]
    pub host: PathBuf,
    /// Path under which the guest sees it.
    pub guest: String,
    /// How far access goes.
    pub access: FileAccess,
}

/// Everything that can be granted. There is no `Default`: code that means "nothing" says [`Grants::none`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants {
    /// The files of the workspace.
    #[serde(default)]
    pub workspace: Access,
    /// Native search over the workspace.
    #[serde(default)]
    pub search: bool,
    /// The tools of the client's profile.
    #[serde(default)]
    pub catalog: bool,
    /// Shell commands.
    #[serde(default)]
    pub terminal: bool,
    /// Executables that may be run, without a shell. Metadata may ask for [`ANY_PROGRAM`].
    #[serde(default)]
    pub process: Vec<PathBuf>,
    /// `host:port` pairs that may be reached by HTTP.
    #[serde(default)]
    pub http: Vec<String>,
    /// Names of environment variables that the plugin sees.
    #[serde(default)]
    pub env: Vec<String>,
    /// Names of secrets that the host puts into requests without showing them to the guest.
    #[serde(default)]
    pub secrets: Vec<String>,
    /// Directories and files outside the workspace.
    #[serde(default)]
    pub files: Vec<FileGrant>,
    /// The real clock. Without it the wall clock stands at 1970-01-01 and the monotonic clock counts readings.
    #[serde(default)]
    pub clock: bool,
    /// Real random numbers. Without it they are drawn from a generator seeded by the plugin's digest.
    #[serde(default)]
    pub random: bool,
}

/// What a plugin asks for that runs whatever programs the configuration names, such as an adapter to them.
pub const ANY_PROGRAM: &str = "*";

impl Grants {
    /// No grant at all.
    pub fn none() -> Self {
        Self {
            workspace: Access::None,
            search: false,
            catalog: false,
            terminal: false,
            process: Vec::new(),
            http: Vec::new(),
            env: Vec::new(),
            secrets: Vec::new(),
            files: Vec::new(),
            clock: false,
            random: false,
        }
    }

    /// What both sides agree on. A profile narrows a plugin with it, and a plugin never gets what it did not ask for.
    #[must_use]
    pub fn intersection(&self, granted: &Self) -> Self {
        Self {
            workspace: self.workspace.min(granted.workspace),
            search: self.search && granted.search,
            catalog: self.catalog && granted.catalog,
            terminal: self.terminal && granted.terminal,
            process: if self.process.iter().any(|asked| asked.as_os_str() == ANY_PROGRAM) {
                granted.process.clone()
            } else {
                common(&self.process, &granted.process)
            },
            http: common(&self.http, &granted.http),
            env: common(&self.env, &granted.env),
            secrets: common(&self.secrets, &granted.secrets),
            files: granted.files.iter().filter_map(|grant| self.agreed_file(grant)).collect(),
            clock: self.clock && granted.clock,
            random: self.random && granted.random,
        }
    }

    /// The profile's grant of a guest path, no wider than what was asked for that path.
    fn agreed_file(&self, granted: &FileGrant) -> Option<FileGrant> {
        let asked = self.files.iter().find(|asked| asked.guest == granted.guest)?;
        Some(FileGrant { access: granted.access.min(asked.access), ..granted.clone() })
    }
}

fn common<T: PartialEq + Clone>(asked: &[T], granted: &[T]) -> Vec<T> {
    granted.iter().filter(|item| asked.contains(item)).cloned().collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::json;

    use super::*;

    fn grants(value: serde_json::Value) -> Grants {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn effective_is_what_was_asked_and_granted() {
        let data =
            |access: &str, host: &str| json!({"files": [{"host": host, "guest": "/data", "access": access}]});
        for (asked, granted, effective) in [
            (json!({}), json!({"terminal": true, "workspace": "write", "env": ["LANG"]}), json!({})),
            (json!({"terminal": true, "clock": true}), json!({}), json!({})),
            (json!({"terminal": true}), json!({"terminal": true, "random": true}), json!({"terminal": true})),
            (json!({"workspace": "write"}), json!({"workspace": "read"}), json!({"workspace": "read"})),
            (json!({"workspace": "read"}), json!({"workspace": "write"}), json!({"workspace": "read"})),
            (json!({"env": ["A", "B"]}), json!({"env": ["B", "C"]}), json!({"env": ["B"]})),
            (json!({"process": ["/bin/a"]}), json!({"process": ["/bin/b"]}), json!({})),
            (json!({"process": ["*"]}), json!({"process": ["/bin/b"]}), json!({"process": ["/bin/b"]})),
            (json!({"process": ["/bin/a"]}), json!({"process": ["*"]}), json!({})),
            (json!({"process": ["*"]}), json!({}), json!({})),
            (data("read", ""), data("write", "/srv"), data("read", "/srv")),
            (data("write", "/etc"), data("read", "/srv"), data("read", "/srv")),
            (json!({}), data("read", "/srv"), json!({})),
        ] {
            assert_eq!(
                grants(asked.clone()).intersection(&grants(granted)),
                grants(effective),
                "asked {asked}"
            );
        }
        assert_eq!(grants(json!({})), Grants::none());
    }
}
