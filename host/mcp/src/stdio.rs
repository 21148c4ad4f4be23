//! MCP for the one client that started this process.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use toolhost_session::Host;
use toolhost_session::Ids;

use crate::delivery::Deliveries;
use crate::error::ServeError;
use crate::handler::{Handler, Link};
use crate::lines::{Lines, MAX_LINE};
use crate::seat::Seat;

/// How long calls run on after the client's stream has ended, for clients that write their requests, close, and read.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// The longest that ending takes from then on, or from the shutdown.
const ENDING: Duration = Duration::from_secs(6);

/// Serves MCP on standard input and output until the input ends, the output breaks, or `shutdown` is cancelled. Then
/// calls are dropped and every command is ended with its tree, all within 7 seconds.
///
/// Where standard input is no pipe, a thread of the runtime may go on waiting for it after a shutdown; the program
/// should exit without waiting for its runtime.
///
/// # Errors
///
/// When the client could not be answered before a session was open, and when the task that serves panicked.
pub async fn serve_stdio(host: Arc<Host>, shutdown: CancellationToken) -> Result<(), ServeError> {
    let (reader, writer) = rmcp::transport::stdio_pipes();
    serve_streams(host, reader, writer, shutdown).await
}

/// As [`serve_stdio`], on other streams.
///
/// # Errors
///
/// As there.
pub async fn serve_streams<R, W>(
    host: Arc<Host>,
    reader: R,
    writer: W,
    shutdown: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let seat = Seat::new(Arc::clone(&host), Ids::Sequential);
    let link = Link { seat: Arc::clone(&seat), deliveries: Deliveries::default() };
    let lines = Lines::new(reader, writer, link, MAX_LINE);
    let (gone, stop) = (lines.gone(), CancellationToken::new());
    let mut serving = std::pin::pin!(serve(Handler::new(host), lines, stop.clone()));
    let last_answers = async {
        gone.cancelled().await;
        tokio::time::sleep(LAST_ANSWERS).await;
    };
    let served = tokio::select! {
        served = &mut serving => Some(served),
        () = last_answers => None,
        () = shutdown.cancelled() => None,
    };
    let ending = async {
        // The seat first: calls are answered that they were dropped.
        let end = seat.end();
        let served = async {
            match served {
                Some(served) => served,
                None => {
                    stop.cancel();
                    serving.await
                }
            }
        };
        tokio::join!(end, served).1
    };
    tokio::time::timeout(ENDING, ending).await.unwrap_or_else(|_| {
        tracing::warn!("the end of the session took too long and was not waited for");
        Ok(())
    })
}

async fn serve<R, W>(handler: Handler, lines: Lines<R, W>, stop: CancellationToken) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    match handler.serve_with_ct(lines, stop).await {
        Ok(running) => running.waiting().await.map(|_| ()).map_err(ServeError::Task),
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => Ok(()),
        Err(error) => Err(ServeError::Opening(Box::new(error))),
    }
}
