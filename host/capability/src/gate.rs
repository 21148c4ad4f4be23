//! The questions that a power asks before it acts.

use async_trait::async_trait;

use crate::Failure;
use crate::spawn::Exit;
use crate::workspace::Change;

/// A yes to a command.
pub struct Leave {
    /// Sentences for the model.
    pub notices: Vec<String>,
    /// Told how the command itself ended, before anybody else can see it. Dropped untold if it never started.
    pub ended: Box<dyn FnOnce(Exit) + Send>,
}

impl Leave {
    /// Of a gate that has nothing to say and nothing to learn.
    #[must_use]
    pub fn plain() -> Leave {
        Leave { notices: Vec::new(), ended: Box::new(|_| {}) }
    }
}

/// What the client's profile has to say about a command before it starts, and about changes of files before they
/// are made.
#[async_trait]
pub trait Gate: Send + Sync {
    /// Whether this command may run. `intent` holds the caller's permission arguments, a JSON object.
    /// The answer may take long, since a person may be asked.
    async fn may_run(&self, command: &str, intent: &str) -> Result<Leave, Failure>;

    /// Whether these changes may be made, which are ready to be made and not empty. Asked while no other
    /// commit can come between, on a thread that may block; other commits wait for the answer.
    fn may_mutate(&self, changes: &[Change]) -> Result<(), Failure>;

    /// These changes were made. Told before any other commit asks.
    fn mutated(&self, changes: &[Change]);
}
