//! Being asked to stop.

use tokio_util::sync::CancellationToken;

/// Cancelled by the first SIGINT, SIGTERM or SIGHUP (Ctrl-C on Windows). Ending trees then takes as long as it
/// takes, which is bounded; a second signal does not cut it short, since it would leave them behind.
pub(crate) fn token() -> std::io::Result<CancellationToken> {
    let token = CancellationToken::new();
    let cancelled = token.clone();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let mut hangup = signal(SignalKind::hangup())?;
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            cancelled.cancel();
        });
    }
    #[cfg(not(unix))]
    tokio::spawn(async move {
        let _ = tokio::signal::ctrl_c().await;
        cancelled.cancel();
    });
    Ok(token)
}
