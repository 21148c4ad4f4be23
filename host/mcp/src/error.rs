//! Why serving ended otherwise than it should.

use std::io;

use rmcp::service::ServerInitializeError;

/// Why serving ended otherwise than it should. A client that goes away is no error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client did not open an MCP session, or could not be answered.
    #[error("the client opened no MCP session: {0}")]
    Opening(#[source] Box<ServerInitializeError>),
    /// The task that serves panicked.
    #[error("serving MCP failed: {0}")]
    Task(#[source] tokio::task::JoinError),
    /// Connections can no longer be accepted.
    #[error("HTTP connections cannot be accepted: {0}")]
    Accept(#[source] io::Error),
}
