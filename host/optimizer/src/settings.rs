//! What the configuration says about the two stages and their providers.

use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use crate::observer::Stage;
use crate::provider::Provider;

/// What a replacement must be to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Acceptance {
    /// What the specification asks for: changed, not empty, and for commands short enough and without NUL.
    Off,
    /// That, and what `toolhost_acceptance` finds to say the same.
    #[default]
    Strict,
}

/// How commands are rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RewriteSettings {
    /// The time of the whole stage in one turn.
    pub timeout: Duration,
    /// What a rewritten command must be.
    pub acceptance: Acceptance,
}

impl Default for RewriteSettings {
    /// The specification's time.
    fn default() -> Self {
        RewriteSettings { timeout: Duration::from_millis(200), acceptance: Acceptance::Strict }
    }
}

/// How outputs are reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReduceSettings {
    /// The time of the whole stage in one turn; none for as long as the turn is wanted.
    pub timeout: Option<Duration>,
    /// Shorter outputs are left alone. In bytes, without an agent's wrapper, as the bound above.
    pub min_input_bytes: Option<NonZeroU64>,
    /// Longer outputs are left alone.
    pub max_input_bytes: Option<NonZeroU64>,
    /// What a reduction must be.
    pub acceptance: Acceptance,
}

impl Default for ReduceSettings {
    /// The specification's time and sizes.
    fn default() -> Self {
        ReduceSettings {
            timeout: Some(Duration::from_millis(500)),
            min_input_bytes: NonZeroU64::new(20_000),
            max_input_bytes: NonZeroU64::new(500_000),
            acceptance: Acceptance::Strict,
        }
    }
}

/// A provider and the stages that it is asked in.
#[derive(Clone)]
pub struct Entry {
    /// Whom to ask.
    pub provider: Arc<dyn Provider>,
    /// Whether it is asked to rewrite commands.
    pub rewrites: bool,
    /// Whether it is asked to reduce outputs.
    pub reduces: bool,
}

impl Entry {
    /// Whether the provider is asked in a stage.
    pub(crate) fn takes_part(&self, stage: Stage) -> bool {
        match stage {
            Stage::CommandRewrite => self.rewrites,
            Stage::OutputReduce => self.reduces,
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("id", &self.provider.id())
            .field("kind", &self.provider.kind())
            .field("rewrites", &self.rewrites)
            .field("reduces", &self.reduces)
            .finish()
    }
}

/// Tells whether a program of this name is found where commands run.
pub type IsProgram = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// Everything that the configuration says.
#[derive(Clone, Default)]
pub struct Settings {
    /// None: no command is rewritten.
    pub rewrite: Option<RewriteSettings>,
    /// None: no output is reduced.
    pub reduce: Option<ReduceSettings>,
    /// In the order in which they are asked.
    pub providers: Vec<Entry>,
    /// Looked up for a program that a rewritten command brings in, unless everything is accepted; none where commands
    /// run on a machine that nobody here can look at.
    pub is_program: Option<IsProgram>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("rewrite", &self.rewrite)
            .field("reduce", &self.reduce)
            .field("providers", &self.providers)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_specification() {
        let settings = Settings::default();
        assert!(settings.rewrite.is_none() && settings.reduce.is_none() && settings.providers.is_empty());
        let rewrite = RewriteSettings::default();
        assert_eq!((rewrite.timeout.as_millis(), rewrite.acceptance), (200, Acceptance::Strict));
        let reduce = ReduceSettings::default();
        assert_eq!(reduce.timeout.map(|timeout| timeout.as_millis()), Some(500));
        assert_eq!(reduce.min_input_bytes.map(NonZeroU64::get), Some(20_000));
        assert_eq!(reduce.max_input_bytes.map(NonZeroU64::get), Some(500_000));
        assert_eq!(reduce.acceptance, Acceptance::Strict);
        // As a configuration writes "no bound".
        assert_eq!(NonZeroU64::new(0), None);
    }
}
