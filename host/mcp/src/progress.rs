//! Progress of a call as notifications of its request.

use std::sync::Arc;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RoleServer};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use toolhost_session::{NoProgress, Progress};

/// Reports that wait for the client. A component that reports faster than the client reads loses what is over.
const QUEUE: usize = 64;

/// What `progress` counts up to.
const TOTAL: f64 = 100.0;

struct Report {
    fraction: f32,
    message: Option<String>,
}

struct Reports(mpsc::Sender<Report>);

impl Progress for Reports {
    fn report(&self, fraction: f32, message: Option<String>) {
        // A full queue is told nothing: later reports say more than this one.
        let _ = self.0.try_send(Report { fraction, message });
    }
}

/// Sends reports on to the client of one request.
pub(crate) struct Forward {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    queue: mpsc::Receiver<Report>,
    last: Option<f64>,
}

/// Where a call reports to, and what sends it on if the request asked for it with a token.
pub(crate) fn channel(
    token: Option<ProgressToken>,
    peer: &Peer<RoleServer>,
) -> (Arc<dyn Progress>, Option<Forward>) {
    let Some(token) = token else { return (Arc::new(NoProgress), None) };
    let (sender, queue) = mpsc::channel(QUEUE);
    (Arc::new(Reports(sender)), Some(Forward { token, peer: peer.clone(), queue, last: None }))
}

/// Runs a call while its reports are sent on. Returns when both are done, so that none comes after the answer.
pub(crate) async fn beside<T>(forward: Option<Forward>, call: impl Future<Output = T>) -> T {
    let Some(forward) = forward else { return call.await };
    let done = CancellationToken::new();
    let call = async {
        let result = call.await;
        done.cancel();
        result
    };
    tokio::join!(call, forward.run(&done)).0
}

impl Forward {
    async fn run(mut self, done: &CancellationToken) {
        while let Some(report) = tokio::select! {
            biased;
            report = self.queue.recv() => report,
            () = done.cancelled() => None,
        } {
            self.send(report).await;
        }
        self.queue.close();
        while let Some(report) = self.queue.recv().await {
            self.send(report).await;
        }
    }

    async fn send(&mut self, report: Report) {
        let Some(progress) = step(self.last, report.fraction, report.message.is_some()) else { return };
        self.last = Some(progress);
        let mut notification = ProgressNotificationParam::new(self.token.clone(), progress).with_total(TOTAL);
        notification.message = report.message;
        // A client that is gone ends its calls by other ways.
        let _ = self.peer.notify_progress(notification).await;
    }
}

/// The progress to send, in hundredths of [`TOTAL`]: MCP wants each to be greater than the one before. A message
/// that comes without progress moves it by a little, and is left out at the very end.
fn step(last: Option<f64>, fraction: f32, has_message: bool) -> Option<f64> {
    let progress = (f64::from(fraction.clamp(0.0, 1.0)) * TOTAL * 100.0).round() / 100.0;
    match last {
        None => Some(progress),
        Some(last) if progress > last => Some(progress),
        Some(last) if has_message => {
            let nudged = last + (TOTAL - last) / 4096.0;
            (nudged > last).then_some(nudged)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn progress_only_grows() {
        let table = [
            (None, 0.0, false, Some(0.0)),
            (None, 0.3, false, Some(30.0)),
            (Some(0.0), 0.5, false, Some(50.0)),
            (Some(50.0), 1.0, false, Some(100.0)),
            (Some(50.0), 0.5, false, None),
            (Some(50.0), 0.4, false, None),
            (Some(0.0), 0.0, true, Some(100.0 / 4096.0)),
            (Some(100.0), 1.0, true, None),
            (Some(99.0), 2.0, false, Some(100.0)),
        ];
        for (last, fraction, has_message, expected) in table {
            assert_eq!(step(last, fraction, has_message), expected, "{last:?} {fraction} {has_message}");
        }
    }

    #[test]
    fn messages_alone_never_reach_the_end() {
        let mut last = None;
        for _ in 0..100_000 {
            let next = step(last, 0.5, true);
            assert!(next > last || next.is_none());
            assert!(next.is_none_or(|next| next <= 100.0));
            last = next.or(last);
        }
    }
}
