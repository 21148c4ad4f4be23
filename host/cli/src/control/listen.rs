//! The side that listens: answers the questions of other processes about this host.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::OwnedReadHalf;
use tokio::net::{UnixListener, UnixStream};
use toolhost_capability::terminal::Status;
use toolhost_control::{MAX_QUESTION, Question, Reply, Session, folder, socket_of, to_line};
use toolhost_session::{Call, Client, Host, NoProgress, Reply as Called};

use crate::commands::{arguments_of, is_failure};
use crate::environment::Folders;
use crate::wiring::private_directory;

pub(super) fn listen(
    host: &Arc<Host>,
    folders: &Folders,
) -> anyhow::Result<(PathBuf, tokio::task::JoinHandle<()>)> {
    private_directory(&folder(&folders.state))?;
    let path = socket_of(&folders.state, std::process::id());
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
    let mut input = BufReader::new(input);
    let Some(line) = question(&mut input).await? else { return Ok(()) };
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
    output.write_all(&to_line(&reply)?).await?;
    if let Some(called) = called {
        called.delivered();
    }
    Ok(())
}

/// The next line; none where the connection ends within it, or it is too long. Only a whole line asks: whoever could not
/// send all of it knows that nothing was done.
pub(crate) async fn question(input: &mut BufReader<OwnedReadHalf>) -> std::io::Result<Option<String>> {
    let mut line = String::new();
    input.take(MAX_QUESTION as u64).read_line(&mut line).await?;
    Ok(line.ends_with('\n').then_some(line))
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
