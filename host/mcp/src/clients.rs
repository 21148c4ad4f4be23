//! The clients of an HTTP server: one for each session of MCP up to 2025-11-25, and one for the token, which all
//! requests of later versions share, since these have no sessions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use futures_util::Stream;
use futures_util::future::join_all;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, SessionConfig, SessionTransport,
};
use rmcp::transport::streamable_http_server::session::{ServerSseMessage, SessionId, SessionManager};
use toolhost_session::Host;
use toolhost_session::Ids;

use crate::delivery::{Deliveries, RESUMPTION};
use crate::handler::Link;
use crate::seat::Seat;

/// Sessions at a time. Each holds memory even if it has no command, and nothing else would bound what a client in a
/// loop opens in the time that an idle session lives.
const MAX_SESSIONS: usize = 256;

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// The clients of an HTTP server.
pub(crate) struct Clients {
    host: Arc<Host>,
    token: Arc<Seat>,
    sessions: Mutex<HashMap<SessionId, Link>>,
    manager: LocalSessionManager,
}

impl Clients {
    /// No clients yet. A session that has no message for `idle` ends.
    pub(crate) fn new(host: Arc<Host>, idle: Duration) -> Arc<Clients> {
        let mut config = SessionConfig::default();
        config.keep_alive = Some(idle);
        let mut manager = LocalSessionManager::default();
        manager.session_config = config;
        let token = Seat::new(Arc::clone(&host), Ids::Random);
        Arc::new(Clients { host, token, sessions: Mutex::default(), manager })
    }

    /// Whom a request is for. A session that is not there is the protocol's to refuse.
    pub(crate) fn link(&self, headers: &HeaderMap) -> Link {
        let session = headers.get(SESSION).and_then(|id| id.to_str().ok());
        let session = session.and_then(|id| self.lock().get(id).cloned());
        session.unwrap_or_else(|| Link { seat: Arc::clone(&self.token), deliveries: Deliveries::default() })
    }

    /// Ends the token's client each time that it was idle for so long. Never returns.
    pub(crate) async fn expire(&self, idle: Duration) {
        self.token.expire(idle).await;
    }

    /// Ends every client for good.
    pub(crate) async fn end(&self) {
        let sessions: Vec<Link> = self.lock().drain().map(|(_, link)| link).collect();
        let seats = sessions.iter().map(|link| &link.seat).chain([&self.token]);
        join_all(seats.map(|seat| seat.end())).await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Link>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a session does not do what was asked of it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionFailure {
    #[error(
        "{MAX_SESSIONS} sessions are open, as many as there may be. DELETE one that is not needed any more, or wait \
         until one has been idle for long enough to end by itself."
    )]
    TooMany,
    #[error(transparent)]
    Library(#[from] LocalSessionManagerError),
}

/// The library's sessions, each with a client that begins and ends with it.
impl SessionManager for Clients {
    type Error = SessionFailure;
    type Transport = SessionTransport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        let (id, transport) = self.manager.create_session().await?;
        let seat = Seat::new(Arc::clone(&self.host), Ids::Random);
        let deliveries = Deliveries::for_at_most(RESUMPTION);
        let is_within_bound = {
            let mut sessions = self.lock();
            let is_within_bound = sessions.len() < MAX_SESSIONS;
            if is_within_bound {
                sessions.insert(Arc::clone(&id), Link { seat, deliveries });
            }
            is_within_bound
        };
        if is_within_bound {
            return Ok((id, transport));
        }
        self.manager.close_session(&id).await?;
        Err(SessionFailure::TooMany)
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        Ok(self.manager.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        Ok(self.manager.has_session(id).await?)
    }

    /// Called when the client deletes its session, and when a session has ended by itself.
    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        let closed = self.manager.close_session(id).await;
        let link = self.lock().remove(id);
        if let Some(link) = link {
            link.seat.end().await;
        }
        Ok(closed?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        Ok(self.manager.create_stream(id, message).await?)
    }

    async fn accept_message(&self, id: &SessionId, message: ClientJsonRpcMessage) -> Result<(), Self::Error> {
        Ok(self.manager.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        Ok(self.manager.create_standalone_stream(id).await?)
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        Ok(self.manager.resume(id, last_event_id).await?)
    }
}
