//! A component as a provider of the pipeline.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::time::Instant;
use toolhost_capability::Failure;
use toolhost_config as config;
use toolhost_optimizer::{Hint, Provider, ProviderError, Replacement, ShellCall};
use toolhost_runtime::{CallError, NoProgress, Optimization, OptimizedCall, Plugin, Powers};

use crate::optimizers::OptimizerSurroundings;
use crate::programs::Programs;

/// The detail of a failure in which a component says what its program printed on standard error.
const STANDARD_ERROR: &str = "stderr";

/// An optimizer component with what it may run.
pub(crate) struct ComponentProvider {
    id: String,
    kind: String,
    plugin: Arc<Plugin>,
    programs: Programs,
    hints: Vec<Hint>,
    /// Names of the programs that it runs.
    own: Vec<String>,
    platform: (String, String),
}

impl ComponentProvider {
    pub(crate) fn new(
        written: &config::Provider,
        plugin: Arc<Plugin>,
        surroundings: &OptimizerSurroundings,
    ) -> ComponentProvider {
        let name = |program: &Path| Some(program.file_name()?.to_string_lossy().into_owned());
        ComponentProvider {
            id: written.id.clone(),
            kind: written.kind.clone(),
            hints: plugin.metadata().hints.iter().filter_map(|hint| Hint::from_name(hint)).collect(),
            own: plugin.effective_grants().process.iter().filter_map(|program| name(program)).collect(),
            programs: surroundings.programs.clone(),
            platform: surroundings.platform.clone(),
            plugin,
        }
    }

    async fn ask(
        &self,
        call: &ShellCall,
        wanted: Optimization<'_>,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        let mut limits = self.plugin.limits().clone();
        if let Some(deadline) = deadline {
            limits.timeout = limits.timeout.min(deadline.saturating_duration_since(Instant::now()));
        }
        let powers = Powers {
            terminal: None,
            process: self.programs.granted(self.plugin.effective_grants()),
            files: Err(Failure::new("denied", "An optimizer has no files.")),
            search: None,
            catalogue: None,
            progress: Arc::new(NoProgress),
            platform: self.platform.clone(),
            budget: u32::MAX,
        };
        let call = OptimizedCall {
            tool_name: call.tool_name.clone(),
            call_id: call.call_id.clone(),
            command: call.command.clone(),
            metadata: call.metadata.clone(),
        };
        match self.plugin.optimize(call, wanted, &limits, powers).await.result {
            Ok(optimized) => {
                Ok(optimized.map(|optimized| Replacement { text: optimized.text, reason: optimized.reason }))
            }
            Err(error) => Err(self.error(&error)),
        }
    }

    fn error(&self, error: &CallError) -> ProviderError {
        let Failure { code, message, details, .. } = error.to_failure(
            &format!("Optimizer \"{}\"", self.id),
            &format!("the `limits` of the provider \"{}\"", self.id),
        );
        match error {
            CallError::Tool(_) => match code.as_str() {
                "timed_out" => ProviderError::TimedOut(message),
                "cancelled" => ProviderError::Cancelled(message),
                "busy" => ProviderError::Busy(message),
                "not_found" => ProviderError::NotFound(message),
                _ => {
                    let said = details.and_then(|mut details| details.remove(STANDARD_ERROR));
                    let said = said.and_then(|said| said.as_str().map(str::to_owned));
                    ProviderError::Failed { message, said }
                }
            },
            CallError::NoPlace { .. } | CallError::TimedOut { queued: true, .. } => {
                ProviderError::Busy(message)
            }
            CallError::TimedOut { .. } => ProviderError::TimedOut(message),
            CallError::Unavailable { .. } | CallError::Host { .. } => ProviderError::failed(message),
            _ => ProviderError::Trapped(message),
        }
    }
}

#[async_trait]
impl Provider for ComponentProvider {
    fn id(&self) -> &str {
        &self.id
    }

    fn kind(&self) -> &str {
        &self.kind
    }

    fn hints(&self) -> &[Hint] {
        &self.hints
    }

    fn programs(&self) -> &[String] {
        &self.own
    }

    async fn prepare(&self) -> Result<(), ProviderError> {
        self.plugin.prepare().await.map_err(|error| ProviderError::failed(error.to_string()))
    }

    async fn rewrite(
        &self,
        call: &ShellCall,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        self.ask(call, Optimization::Rewrite, deadline).await
    }

    async fn reduce(
        &self,
        call: &ShellCall,
        hint: Option<Hint>,
        output: &str,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        self.ask(call, Optimization::Reduce { hint: hint.map(Hint::name), output }, deadline).await
    }
}
