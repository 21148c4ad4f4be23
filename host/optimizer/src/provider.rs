//! What the pipeline asks of a provider, and the ways in which one has no answer.

use std::fmt;

use async_trait::async_trait;
use thiserror::Error;
use tokio::time::Instant;
use toolhost_acceptance::Hint;

/// A shell command that an agent's model wants to run, or has run.
#[derive(Clone, PartialEq, Eq)]
pub struct ShellCall {
    /// The tool, as the model knows it.
    pub tool_name: String,
    /// The id of the call in the agent's protocol.
    pub call_id: String,
    /// The command line: for a reduction that which ran, rewritten or not.
    pub command: String,
    /// What else the provider is told: a JSON object, as text.
    pub metadata: String,
}

impl ShellCall {
    /// A call without metadata.
    pub fn new(
        tool_name: impl Into<String>,
        call_id: impl Into<String>,
        command: impl Into<String>,
    ) -> ShellCall {
        ShellCall {
            tool_name: tool_name.into(),
            call_id: call_id.into(),
            command: command.into(),
            metadata: "{}".to_owned(),
        }
    }
}

/// Without contents, so that none gets into a log.
impl fmt::Debug for ShellCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShellCall")
            .field("tool_name", &self.tool_name)
            .field("call_id", &self.call_id)
            .field("command_bytes", &self.command.len())
            .finish_non_exhaustive()
    }
}

/// What a provider would put in place of a command or an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The whole new text.
    pub text: String,
    /// Why, in the provider's words, for a report to people.
    pub reason: Option<String>,
}

/// Why a provider has no answer. The messages are for the log and hold nothing of a command or an output.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProviderError {
    /// It did not answer within the deadline. It is not asked again in this turn.
    #[error("no answer in time: {0}")]
    TimedOut(String),
    /// It was stopped before it answered. It is not asked again in this turn.
    #[error("cancelled: {0}")]
    Cancelled(String),
    /// All places in which it could run are taken.
    #[error("no place to run: {0}")]
    Busy(String),
    /// Its program or component is not there.
    #[error("not found: {0}")]
    NotFound(String),
    /// Its component trapped.
    #[error("trapped: {0}")]
    Trapped(String),
    /// It said that it failed, or what it said is no answer.
    #[error("failed: {message}")]
    Failed {
        /// Why.
        message: String,
        /// What its program printed on standard error, which may hold anything: for the author at a terminal, never for a
        /// log.
        said: Option<String>,
    },
}

impl ProviderError {
    /// A failure of which nothing more is known.
    #[must_use]
    pub fn failed(message: impl Into<String>) -> ProviderError {
        ProviderError::Failed { message: message.into(), said: None }
    }

    /// The name in metrics.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            ProviderError::TimedOut(_) => "timed_out",
            ProviderError::Cancelled(_) => "cancelled",
            ProviderError::Busy(_) => "busy",
            ProviderError::NotFound(_) => "not_found",
            ProviderError::Trapped(_) => "trapped",
            ProviderError::Failed { .. } => "failed",
        }
    }

    /// Whether the same question may well be answered a moment later: what follows from it is not remembered.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        self.ends_its_turn() || matches!(self, ProviderError::Busy(_))
    }

    /// Whether the provider is not asked again in this turn.
    pub(crate) fn ends_its_turn(&self) -> bool {
        matches!(self, ProviderError::TimedOut(_) | ProviderError::Cancelled(_))
    }
}

/// Something that shortens commands' outputs, before they run or after.
///
/// Dropping a future that is returned here cancels what it does. A panic within one costs this attempt, nothing else.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Its id in the configuration.
    fn id(&self) -> &str;

    /// Its type in the configuration.
    fn kind(&self) -> &str;

    /// Kinds of output that it knows by name beyond the common ones ([`Hint::is_common`]).
    fn hints(&self) -> &[Hint] {
        &[]
    }

    /// Names of the programs whose output is this provider's work already. It is not asked to reduce that again, and
    /// the kind of such an output is no longer its tool's.
    fn programs(&self) -> &[String] {
        &[]
    }

    /// What has to be done once before the first question, such as compiling: it is no part of a stage's time. After
    /// an error that passes ([`ProviderError::is_passing`]) it is asked again in a later turn, after another one the
    /// provider stays off.
    ///
    /// # Errors
    ///
    /// Why it cannot be asked.
    async fn prepare(&self) -> Result<(), ProviderError>;

    /// The command to run in place of the call's; none to leave it as it is. What comes at or after `deadline` is not
    /// used; without one the provider has its own bounds.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    async fn rewrite(
        &self,
        call: &ShellCall,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError>;

    /// The text to show in place of `output`; none to leave it as it is. `hint` names the kind of output where it is
    /// known. The deadline is as in [`rewrite`](Provider::rewrite).
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    async fn reduce(
        &self,
        call: &ShellCall,
        hint: Option<Hint>,
        output: &str,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError>;
}
