//! How other processes of the same user reach a running host: a socket in a folder that only the user can enter.
//! One line of JSON asks, one answers.

#[cfg(unix)]
mod unix;

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolhost_session::Host;

use crate::environment::Folders;

/// What can be asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Question {
    /// The commands of all clients.
    Sessions,
    /// End one of them.
    End {
        /// The number of its client.
        client: u64,
        /// Its id.
        session: u32,
    },
    /// Call a tool for one of them.
    Call {
        /// The number of the client.
        client: u64,
        /// The name of the tool.
        tool: String,
        /// Its arguments as they stand on the command line.
        arguments: Option<String>,
    },
}

/// What comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// The commands of all clients.
    Sessions(Vec<Session>),
    /// It was ended; so many processes withstood.
    Ended(u32),
    /// The result of a call, and whether the tool or its command failed.
    Called {
        /// The whole result.
        result: Map<String, Value>,
        /// Whether the tool failed, or the command that it ran.
        is_failure: bool,
    },
    /// It could not be done.
    Failed(String),
}

/// A command of a client.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) client: u64,
    pub(crate) session: u32,
    pub(crate) command: String,
    pub(crate) workdir: String,
    pub(crate) age_seconds: u64,
    pub(crate) idle_seconds: u64,
    pub(crate) running: bool,
}

/// The folder of the sockets.
fn folder(folders: &Folders) -> PathBuf {
    folders.state.join("control")
}

/// A host's open socket; dropping it removes it.
pub(crate) struct Control {
    path: Option<PathBuf>,
    serving: Option<tokio::task::JoinHandle<()>>,
}

impl Control {
    /// Opens the socket of this host. A host that cannot have one serves all the same.
    pub(crate) fn open(host: &Arc<Host>, folders: &Folders) -> Control {
        #[cfg(unix)]
        match unix::listen(host, folders) {
            Ok((path, serving)) => return Control { path: Some(path), serving: Some(serving) },
            Err(error) => tracing::warn!(%error, "this host cannot be reached by `toolhost sessions`"),
        }
        #[cfg(not(unix))]
        let _ = (host, folder(folders));
        Control { path: None, serving: None }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Asks every running host of the user; answers come with the process id of the host.
#[cfg(unix)]
pub(crate) async fn ask_all(folders: &Folders, question: &Question) -> Vec<(u32, Reply)> {
    unix::ask_all(folders, question).await
}

/// Asks one host; none if no such host runs.
#[cfg(unix)]
pub(crate) async fn ask_one(
    folders: &Folders,
    host: u32,
    question: &Question,
) -> anyhow::Result<Option<Reply>> {
    unix::ask_one(folders, host, question).await
}

/// There are no sockets of this kind.
#[cfg(not(unix))]
pub(crate) async fn ask_one(_: &Folders, _: u32, _: &Question) -> anyhow::Result<Option<Reply>> {
    Ok(None)
}

/// There are no sockets of this kind.
#[cfg(not(unix))]
pub(crate) async fn ask_all(_: &Folders, _: &Question) -> Vec<(u32, Reply)> {
    Vec::new()
}
