//! The sockets of running hosts, and both sides of what is said on them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::time::timeout;
use toolhost_capability::terminal::Status;
use toolhost_session::{Call, Client, Host, NoProgress, Reply as Called};

use super::{Question, Reply, Session, folder};
use crate::commands::{arguments_of, is_failure};
use crate::environment::Folders;
use crate::wiring::private_directory;

/// The longest question, in bytes: a call with its arguments.
const MAX_LINE: u64 = 16 << 20;

/// Longer than the bounded end of a tree takes. A call takes as long as it takes.
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
    let mut input = BufReader::new(input.take(MAX_LINE));
    let mut line = String::new();
    input.read_line(&mut line).await?;
    let answered = async {
        match serde_json::from_str(&line) {
            Ok(question) => answer(host, question).await,
            Err(error) => Reply::Failed(error.to_string()).into(),
        }
    };
    let Answered { reply, called } = tokio::select! {
        answered = answered => answered,
        // Whoever asked says nothing more, so this is the end of the connection, and the end of a call.
        _ = input.read_u8() => return Ok(()),
    };
    let mut text = serde_json::to_vec(&reply)?;
    text.push(b'\n');
    output.write_all(&text).await?;
    if let Some(called) = called {
        called.delivered();
    }
    Ok(())
}

/// A reply, and the call that is delivered with it.
struct Answered {
    reply: Reply,
    called: Option<Called>,
}

impl From<Reply> for Answered {
    fn from(reply: Reply) -> Self {
        Answered { reply, called: None }
    }
}

async fn answer(host: &Host, question: Question) -> Answered {
    let client = |wanted: u64| {
        let found = host.clients().into_iter().find(|(number, _)| *number == wanted);
        found.map(|(_, client)| client).ok_or_else(|| Reply::Failed(format!("no client {wanted}")))
    };
    match question {
        Question::Sessions => Reply::Sessions(sessions(host)).into(),
        Question::End { client: number, session } => match client(number) {
            Ok(client) => match client.end(session).await {
                Ok(survivors) => Reply::Ended(survivors).into(),
                Err(failure) => Reply::Failed(failure.message).into(),
            },
            Err(reply) => reply.into(),
        },
        Question::Call { client: number, tool, arguments } => match client(number) {
            Ok(client) => call(&client, tool, arguments.as_deref()).await,
            Err(reply) => reply.into(),
        },
    }
}

/// A call for one of the host's clients.
async fn call(client: &Client, tool: String, arguments: Option<&str>) -> Answered {
    let arguments = match arguments_of(client, &tool, arguments) {
        Ok(arguments) => arguments,
        Err(usage) => return Reply::Failed(usage.to_string()).into(),
    };
    let called = client.call(Call { tool, arguments, progress: Arc::new(NoProgress) }).await;
    let (result, is_failure) = (called.answer.structured().clone(), is_failure(&called.answer));
    Answered { reply: Reply::Called { result, is_failure }, called: Some(called) }
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
    let asked = ask(&path, question);
    let reply = match question {
        Question::Call { .. } => asked.await,
        Question::Sessions | Question::End { .. } => timeout(PATIENCE, asked).await?,
    };
    match reply {
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
