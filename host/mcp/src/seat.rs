//! The place of one MCP client: its session with the host from the first call to the end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use toolhost_session::{Client, Host, Ids, Listing, Patience, ToolDescription};

/// The longest that the end of a client is waited for; process trees are gone well before.
const ENDING: Duration = Duration::from_secs(6);

/// The place of one MCP client. Its session with the host opens at the first call, and again at the first call after
/// it was idle.
pub(crate) struct Seat {
    host: Arc<Host>,
    ids: Ids,
    over: CancellationToken,
    /// Notified when a call has ended.
    left: Notify,
    state: Mutex<State>,
}

struct State {
    client: Option<Arc<Client>>,
    /// Calls that run.
    calls: usize,
    /// When a call last began or ended.
    seen: Instant,
}

/// A call that runs: while it is there, the client is not idle.
pub(crate) struct Visit {
    seat: Arc<Seat>,
    client: Arc<Client>,
}

impl Seat {
    pub(crate) fn new(host: Arc<Host>, ids: Ids) -> Arc<Seat> {
        let state = State { client: None, calls: 0, seen: Instant::now() };
        Arc::new(Seat {
            host,
            ids,
            over: CancellationToken::new(),
            left: Notify::new(),
            state: Mutex::new(state),
        })
    }

    /// The tools that the client is shown now.
    pub(crate) fn tools(&self) -> Vec<ToolDescription> {
        let client = self.lock().client.clone();
        client.map_or_else(|| self.host.tools(), |client| client.tools())
    }

    /// Begins a call of a client that looks at its list of tools so often; none once the client is over.
    pub(crate) fn enter(self: &Arc<Self>, listing: Listing) -> Option<Visit> {
        let mut state = self.lock();
        // Under the lock, so that no session opens behind the back of `end`.
        if self.over.is_cancelled() {
            return None;
        }
        let open = || self.host.open(self.ids, Patience::AsAsked, listing);
        let client = state.client.get_or_insert_with(open);
        let client = Arc::clone(client);
        state.calls += 1;
        state.seen = Instant::now();
        Some(Visit { seat: Arc::clone(self), client })
    }

    /// Waits until the client is over.
    pub(crate) async fn over(&self) {
        self.over.cancelled().await;
    }

    /// Ends the client for good: calls that run are dropped, every command ends with its tree. To be called once.
    pub(crate) async fn end(&self) {
        let client = {
            let mut state = self.lock();
            self.over.cancel();
            state.client.take()
        };
        let Some(client) = client else { return };
        // What a call starts in its last moment is the client's to end, too.
        while self.lock().calls > 0 {
            self.left.notified().await;
        }
        close(&client).await;
    }

    /// Ends the session with the host each time that no call ran for `limit`. Never returns.
    pub(crate) async fn expire(&self, limit: Duration) {
        loop {
            let (wait, idle) = {
                let mut state = self.lock();
                match (&state.client, state.calls) {
                    (Some(_), 0) => match limit.checked_sub(state.seen.elapsed()) {
                        Some(wait) if !wait.is_zero() => (wait, None),
                        _ => (limit, state.client.take()),
                    },
                    _ => (limit, None),
                }
            };
            match idle {
                Some(client) => close(&client).await,
                None => tokio::time::sleep(wait).await,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visit {
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut state = self.seat.lock();
        state.calls -= 1;
        state.seen = Instant::now();
        self.seat.left.notify_one();
    }
}

async fn close(client: &Client) {
    match tokio::time::timeout(ENDING, client.close()).await {
        Ok(0) => {}
        Ok(survivors) => tracing::warn!(survivors, "processes of a client withstood its end"),
        Err(_) => tracing::warn!("the end of a client took too long and was not waited for"),
    }
}
