//! One call, as a host of its own would make it.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio_util::sync::CancellationToken;
use toolhost_control::{Done, Greeting, Once, printed, to_line};
use toolhost_session::{Call, Client, Host, Ids, Listing, NoProgress, Patience, Reply};

use crate::commands::{arguments_of, is_failure};
use crate::control::question;
use crate::failure;
use crate::output::Complaint;

/// Greets, reads the question and answers it, for a client that lives as long as the connection. The end of the
/// connection from the other side is the end of the call; that from this side says that nothing of it is left.
pub(super) async fn serve(
    host: Arc<Host>,
    complaints: Vec<Complaint>,
    stopped: CancellationToken,
    stream: UnixStream,
) {
    if let Err(error) = converse(&host, complaints, &stopped, stream).await {
        tracing::debug!(%error, "a connection broke");
    }
}

async fn converse(
    host: &Arc<Host>,
    complaints: Vec<Complaint>,
    stopped: &CancellationToken,
    stream: UnixStream,
) -> io::Result<()> {
    let (input, mut output) = stream.into_split();
    let mut input = BufReader::new(input);
    output.write_all(&to_line(&Greeting::Ready)?).await?;
    let line = tokio::select! {
        line = question(&mut input) => line?,
        () = stopped.cancelled() => None,
    };
    let Some(line) = line else { return Ok(()) };
    let once = serde_json::from_str(&line)?;
    let starting = Arc::clone(host);
    let notices = tokio::task::spawn_blocking(move || starting.recover()).await.map_err(io::Error::other)?;
    let complaints =
        notices.iter().map(|notice| Complaint::new("warning", notice)).chain(complaints).collect();
    let client = host.open(Ids::Sequential, Patience::UntilEnd(None), Listing::Once);
    let ended = tokio::select! {
        ended = call(&client, once) => Some(ended),
        () = stopped.cancelled() => Some(Ended::stopped()),
        // Whoever asked says nothing more, so this is the end of the connection.
        _ = input.read_u8() => None,
    };
    let written = match ended {
        Some(ended) => ended.tell(complaints, &mut output).await,
        None => Ok(()),
    };
    // As a program that ends: nothing that the call began goes on.
    client.close().await;
    written
}

/// What came of a call.
struct Ended {
    output: String,
    complaints: Vec<Complaint>,
    exit_code: u8,
    reply: Option<Reply>,
}

impl Ended {
    fn failed(complaints: Vec<Complaint>, exit_code: u8) -> Ended {
        Ended { output: String::new(), complaints, exit_code, reply: None }
    }

    fn stopped() -> Ended {
        let message = "the host that stood by was stopped by a signal; a command was ended, and a patch that had begun was carried out";
        Ended::failed(vec![Complaint::new("error", message)], 1)
    }

    /// Hands it on, after what every call complains of.
    async fn tell(self, before: Vec<Complaint>, to: &mut (impl AsyncWriteExt + Unpin)) -> io::Result<()> {
        let complaints = before.iter().chain(&self.complaints).map(|complaint| format!("{complaint}\n"));
        let complaints = complaints.collect();
        let done = Done { output: self.output, complaints, exit_code: self.exit_code };
        to.write_all(&to_line(&done)?).await?;
        if let Some(reply) = self.reply {
            reply.delivered();
        }
        Ok(())
    }
}

async fn call(client: &Client, once: Once) -> Ended {
    let Once { tool, arguments } = once;
    let arguments = match arguments_of(client, &tool, arguments.as_deref()) {
        Ok(arguments) => arguments,
        Err(usage) => {
            let (complaints, exit_code) = failure::said(&usage.into());
            return Ended::failed(complaints, exit_code);
        }
    };
    let reply = client.call(Call { tool, arguments, progress: Arc::new(NoProgress) }).await;
    Ended {
        output: printed(reply.answer.structured()),
        complaints: Vec::new(),
        exit_code: u8::from(is_failure(&reply.answer)),
        reply: Some(reply),
    }
}
