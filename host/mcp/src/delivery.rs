//! Which answers were handed to the transport.
//!
//! The output that an answer carries counts as seen only then: a reply that is dropped before gives its output back,
//! and ends a command whose id nobody will know. MCP has no acknowledgement, so "handed to the transport" is the last
//! moment that this side knows of: on standard output, the flush of the line; over HTTP, the server asking for the
//! frame of the event stream that has the answer, which it does only while the connection lives. It says nothing of
//! a client that dies with the bytes in its socket.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures_util::StreamExt;
use rmcp::model::RequestId;
use tokio_util::sync::CancellationToken;

use crate::message;

/// How long the answer to a broken connection waits for the client to resume its stream, which clients are told to
/// try after 3 seconds.
pub(crate) const RESUMPTION: Duration = Duration::from_secs(30);

/// What to do when an answer was handed on. Dropped, it was not.
type Delivered = Box<dyn FnOnce() + Send>;

type Table = Mutex<HashMap<RequestId, Delivered>>;

/// Answers of one connection or session that are on their way, by request.
#[derive(Clone, Default)]
pub(crate) struct Deliveries {
    table: Arc<Table>,
    /// How long an answer may be on its way; none for as long as the connection lives.
    patience: Option<Duration>,
}

impl Deliveries {
    /// For connections that break: an answer that was not handed on for so long never will be.
    pub(crate) fn for_at_most(patience: Duration) -> Deliveries {
        Deliveries { table: Arc::default(), patience: Some(patience) }
    }

    /// Notes an answer before it is given to the protocol. `cancelled` is the request's.
    pub(crate) fn expect(
        &self,
        id: RequestId,
        cancelled: &CancellationToken,
        delivered: impl FnOnce() + Send + 'static,
    ) {
        lock(&self.table).insert(id.clone(), Box::new(delivered));
        // A cancellation is noted at the request before it is announced to `forget`: one of the two sees the other.
        if cancelled.is_cancelled() {
            self.forget(&id);
        } else if let Some(patience) = self.patience {
            let table = Arc::downgrade(&self.table);
            tokio::spawn(async move {
                tokio::time::sleep(patience).await;
                if let Some(table) = table.upgrade() {
                    take(&table, &id);
                }
            });
        }
    }

    /// The answer was handed on.
    pub(crate) fn sent(&self, id: &RequestId) {
        if let Some(delivered) = take(&self.table, id) {
            delivered();
        }
    }

    /// The request was cancelled; its answer, if there is one, is not sent.
    pub(crate) fn forget(&self, id: &RequestId) {
        take(&self.table, id);
    }

    /// Watches the answers in an event stream go by.
    pub(crate) fn watch(self, response: Response) -> Response {
        let is_stream = response
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
        if !is_stream {
            return response;
        }
        response.map(|body| {
            Body::from_stream(body.into_data_stream().inspect(move |chunk| {
                let waiting = !lock(&self.table).is_empty();
                if let (true, Ok(event)) = (waiting, chunk)
                    && let Some(id) = message::answered_in(event)
                {
                    self.sent(&id);
                }
            }))
        })
    }
}

/// What was taken runs or is dropped without the lock: it does what its owner likes.
fn take(table: &Table, id: &RequestId) -> Option<Delivered> {
    lock(table).remove(id)
}

fn lock(table: &Table) -> MutexGuard<'_, HashMap<RequestId, Delivered>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use axum::body::{Body, to_bytes};
    use axum::http::header::CONTENT_TYPE;
    use axum::response::Response;
    use rmcp::model::RequestId;
    use tokio_util::sync::CancellationToken;

    use super::Deliveries;

    /// An answer, and whether it was delivered and whether it is still there.
    struct Answer {
        delivered: Arc<AtomicBool>,
    }

    fn expect(deliveries: &Deliveries, id: i64, cancelled: &CancellationToken) -> Answer {
        let delivered = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&delivered);
        deliveries.expect(RequestId::Number(id), cancelled, move || flag.store(true, Ordering::SeqCst));
        Answer { delivered }
    }

    impl Answer {
        fn is_delivered(&self) -> bool {
            self.delivered.load(Ordering::SeqCst)
        }

        fn is_dropped(&self) -> bool {
            Arc::strong_count(&self.delivered) == 1
        }
    }

    #[test]
    fn only_what_was_sent_is_delivered() {
        let (deliveries, live) = (Deliveries::default(), CancellationToken::new());
        let (first, second) = (expect(&deliveries, 1, &live), expect(&deliveries, 2, &live));
        deliveries.sent(&RequestId::String("1".into()));
        assert!(!first.is_delivered());
        deliveries.sent(&RequestId::Number(1));
        assert!(first.is_delivered() && first.is_dropped());
        assert!(!second.is_delivered() && !second.is_dropped());
        deliveries.forget(&RequestId::Number(2));
        assert!(!second.is_delivered() && second.is_dropped());
    }

    #[test]
    fn an_answer_to_a_cancelled_request_is_not_kept() {
        let (deliveries, cancelled) = (Deliveries::default(), CancellationToken::new());
        cancelled.cancel();
        let answer = expect(&deliveries, 1, &cancelled);
        assert!(!answer.is_delivered() && answer.is_dropped());
    }

    #[tokio::test(start_paused = true)]
    async fn patience_has_an_end() {
        let deliveries = Deliveries::for_at_most(Duration::from_secs(30));
        let answer = expect(&deliveries, 1, &CancellationToken::new());
        tokio::time::sleep(Duration::from_secs(29)).await;
        assert!(!answer.is_dropped());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(!answer.is_delivered() && answer.is_dropped());
    }

    #[tokio::test]
    async fn an_event_stream_delivers_and_nothing_else_does() {
        let event = r#"data: {"jsonrpc":"2.0","id":1,"result":{}}"#;
        for (kind, delivers) in [("text/event-stream", true), ("application/json", false)] {
            let (deliveries, live) = (Deliveries::default(), CancellationToken::new());
            let (first, second) = (expect(&deliveries, 1, &live), expect(&deliveries, 2, &live));
            let response = Response::builder()
                .header(CONTENT_TYPE, kind)
                .body(Body::from(format!("{event}\n\n")))
                .unwrap();
            let watched = deliveries.clone().watch(response);
            assert!(!first.is_delivered());
            to_bytes(watched.into_body(), 1000).await.unwrap();
            assert_eq!(first.is_delivered(), delivers, "{kind}");
            assert!(!second.is_delivered());
        }
    }
}
