//! How other processes of the same user reach a running host: a socket in a folder that only the user can enter.
//! One line of JSON asks, one answers.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
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
}

/// What comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// The commands of all clients.
    Sessions(Vec<Session>),
    /// It was ended; so many processes withstood.
    Ended(u32),
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

#[cfg(unix)]
mod unix {
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    use tokio::net::{UnixListener, UnixStream};
    use tokio::time::timeout;
    use toolhost_capability::terminal::Status;
    use toolhost_session::Host;

    use super::{Question, Reply, Session, folder};
    use crate::environment::Folders;
    use crate::wiring::private_directory;

    /// A question is short.
    const MAX_LINE: u64 = 64 * 1024;

    /// Longer than the bounded end of a tree takes.
    const PATIENCE: Duration = Duration::from_secs(10);

    pub(super) fn listen(
        host: &Arc<Host>,
        folders: &Folders,
    ) -> anyhow::Result<(PathBuf, tokio::task::JoinHandle<()>)> {
        let folder = folder(folders);
        private_directory(&folder)?;
        let path = folder.join(format!("{}.sock", std::process::id()));
        // A socket of that name can only be left over from a process that is gone.
        let _ = std::fs::remove_file(&path);
        let listener = UnixListener::bind(&path)?;
        let host = Arc::downgrade(host);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Some(host) = host.upgrade() else { return };
                tokio::spawn(async move {
                    if let Err(error) = serve(&host, stream).await {
                        tracing::debug!(%error, "a control connection broke");
                    }
                });
            }
        });
        Ok((path, serving))
    }

    async fn serve(host: &Host, stream: UnixStream) -> anyhow::Result<()> {
        let (input, mut output) = stream.into_split();
        let mut line = String::new();
        BufReader::new(input.take(MAX_LINE)).read_line(&mut line).await?;
        let reply = match serde_json::from_str(&line) {
            Ok(question) => answer(host, question).await,
            Err(error) => Reply::Failed(error.to_string()),
        };
        let mut text = serde_json::to_vec(&reply)?;
        text.push(b'\n');
        output.write_all(&text).await?;
        Ok(())
    }

    async fn answer(host: &Host, question: Question) -> Reply {
        match question {
            Question::Sessions => Reply::Sessions(sessions(host)),
            Question::End { client, session } => {
                let clients = host.clients();
                let found = clients.iter().find(|(number, _)| *number == client);
                match found {
                    None => Reply::Failed(format!("no client {client}")),
                    Some((_, client)) => match client.end(session).await {
                        Ok(survivors) => Reply::Ended(survivors),
                        Err(failure) => Reply::Failed(failure.message),
                    },
                }
            }
        }
    }

    fn sessions(host: &Host) -> Vec<Session> {
        let of_client = |(number, client): (u64, Arc<toolhost_session::Client>)| {
            client.sessions().into_iter().map(move |session| Session {
                client: number,
                session: session.id,
                command: session.command,
                workdir: session.workdir,
                age_seconds: session.age.as_secs(),
                idle_seconds: session.idle.as_secs(),
                running: matches!(session.status, Status::Running(_)),
            })
        };
        host.clients().into_iter().flat_map(of_client).collect()
    }

    pub(super) async fn ask_all(folders: &Folders, question: &Question) -> Vec<(u32, Reply)> {
        let mut replies = Vec::new();
        let entries = std::fs::read_dir(folder(folders)).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let Some(host) = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok()) else { continue };
            match timeout(PATIENCE, ask(&path, question)).await {
                Ok(Ok(reply)) => replies.push((host, reply)),
                Ok(Err(error)) if error.is::<Gone>() => {
                    let _ = std::fs::remove_file(&path);
                }
                Ok(Err(error)) => tracing::warn!(host, %error, "a host does not answer"),
                Err(_) => tracing::warn!(host, "a host does not answer"),
            }
        }
        replies.sort_by_key(|(host, _)| *host);
        replies
    }

    pub(super) async fn ask_one(
        folders: &Folders,
        host: u32,
        question: &Question,
    ) -> anyhow::Result<Option<Reply>> {
        let path = folder(folders).join(format!("{host}.sock"));
        if !path.exists() {
            return Ok(None);
        }
        match timeout(PATIENCE, ask(&path, question)).await? {
            Err(error) if error.is::<Gone>() => Ok(None),
            reply => reply.map(Some),
        }
    }

    /// A socket whose host has ended without removing it.
    #[derive(Debug)]
    struct Gone;

    impl std::fmt::Display for Gone {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("nobody listens")
        }
    }

    impl std::error::Error for Gone {}

    async fn ask(path: &Path, question: &Question) -> anyhow::Result<Reply> {
        let stream = match UnixStream::connect(path).await {
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => return Err(Gone.into()),
            connected => connected?,
        };
        let (input, mut output) = stream.into_split();
        let mut text = serde_json::to_vec(question)?;
        text.push(b'\n');
        output.write_all(&text).await?;
        let mut line = String::new();
        BufReader::new(input).read_line(&mut line).await?;
        Ok(serde_json::from_str(&line)?)
    }
}
