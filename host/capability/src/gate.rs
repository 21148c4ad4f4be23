//! The question that a power asks before it acts.

use async_trait::async_trait;

use crate::Failure;

/// What the client's profile has to say about a command before it starts. The answer may take long, since a
/// person may be asked.
#[async_trait]
pub trait Gate: Send + Sync {
    /// Whether this command may run. `intent` holds the caller's permission arguments, a JSON object.
    /// Sentences for the model come back with a yes.
    async fn may_run(&self, command: &str, intent: &str) -> Result<Vec<String>, Failure>;
}
