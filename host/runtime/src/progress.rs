//! How a call tells its caller how far it is.

/// Receives the progress of one call. Called from the task that drives the call, so it must not block.
pub trait Progress: Send + Sync {
    /// `fraction` lies between 0 and 1 and never falls within a call; it may stay the same when there is a
    /// message. The message is one line without control characters, bounded by `Limits::log_line_bytes`.
    fn report(&self, fraction: f32, message: Option<String>);
}

/// For callers that do not show progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _fraction: f32, _message: Option<String>) {}
}
