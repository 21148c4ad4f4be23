//! The socket by which other processes of the user reach this host, and how the program asks other hosts.

#[cfg(unix)]
mod listen;

use std::path::PathBuf;
use std::sync::Arc;

use toolhost_control::{Question, Reply};
use toolhost_session::Host;

#[cfg(unix)]
pub(crate) use listen::question;

use crate::environment::Folders;

/// A host's open socket; dropping it removes it.
pub(crate) struct Control {
    path: Option<PathBuf>,
    serving: Option<tokio::task::JoinHandle<()>>,
}

impl Control {
    /// Opens the socket of this host. A host that cannot have one serves all the same.
    pub(crate) fn open(host: &Arc<Host>, folders: &Folders) -> Control {
        #[cfg(unix)]
        match listen::listen(host, folders) {
            Ok((path, serving)) => return Control { path: Some(path), serving: Some(serving) },
            Err(error) => tracing::warn!(%error, "this host cannot be reached by `toolhost sessions`"),
        }
        #[cfg(not(unix))]
        let _ = (host, folders);
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
pub(crate) fn ask_all(folders: &Folders, question: &Question) -> Vec<(u32, Reply)> {
    let asked = toolhost_control::ask_all(&folders.state, question).into_iter();
    let answered = asked.filter_map(|(host, reply)| match reply {
        Ok(reply) => Some((host, reply)),
        Err(error) => {
            tracing::warn!(host, %error, "a host does not answer");
            None
        }
    });
    answered.collect()
}

/// Asks one host; none if no such host runs.
#[cfg(unix)]
pub(crate) fn ask_one(folders: &Folders, host: u32, question: &Question) -> anyhow::Result<Option<Reply>> {
    Ok(toolhost_control::ask_one(&folders.state, host, question)?)
}

/// There are no sockets of this kind.
#[cfg(not(unix))]
pub(crate) fn ask_one(_: &Folders, _: u32, _: &Question) -> anyhow::Result<Option<Reply>> {
    Ok(None)
}

/// There are no sockets of this kind.
#[cfg(not(unix))]
pub(crate) fn ask_all(_: &Folders, _: &Question) -> Vec<(u32, Reply)> {
    Vec::new()
}
