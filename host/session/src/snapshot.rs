//! A profile as it serves: made whole, then swapped in at once. A call keeps the one that it began with.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};
use toolhost_capability::Failure;
use toolhost_capability::terminal::{Policy, choose_shell};
use toolhost_config::{Os, Profile, PromptProfile, Shell, prompt_profile};
use toolhost_loader::{Generation, Tool};
use toolhost_optimizer::Optimizer;

use crate::answer;
use crate::gateway::GuardRules;
use crate::guard::Verifier;
use crate::guidance;
use crate::names;
use crate::preflight::Preflight;

/// The process that serves, as far as calls need to know it.
#[derive(Debug, Clone)]
pub struct Platform {
    /// The directory that commands start in.
    pub workspace: PathBuf,
    /// The operating system.
    pub os: Os,
    /// The user's own shell.
    pub user_shell: Option<PathBuf>,
    /// The environment that children may inherit.
    pub environment: Vec<(OsString, OsString)>,
    /// How its commands call its tools.
    pub reach: Reach,
}

/// How the shell commands of clients call tools of the host that runs them.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// What such a command begins with, as `toolhost call`; none where there is no such program.
    pub command: Option<String>,
    /// The variable that tells a command whose it is, and what of its value names this host; the number of the client
    /// follows after a dot. None for a host that takes no calls from its commands.
    pub variable: Option<(String, String)>,
}

/// A tool as clients are told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolDescription {
    /// What it is called by.
    pub name: String,
    /// What people read.
    pub title: Option<String>,
    /// What models read, with the guidance for this platform.
    pub description: String,
    /// JSON Schema of its arguments, the host's own included.
    pub parameters: Map<String, Value>,
    /// JSON Schema of its result, what the host adds to it included.
    pub returns: Option<Map<String, Value>>,
    /// Hints in the words of MCP.
    pub annotations: Option<Map<String, Value>>,
    /// The argument that a bare text becomes, with its grammar.
    pub freeform: Option<toolhost_runtime::Freeform>,
    /// Whether it is left out of the list until a search finds it.
    pub deferred: bool,
}

/// A tool that can be called.
pub(crate) struct Served {
    pub(crate) tool: Tool,
    pub(crate) preflight: Preflight,
    /// The key of the body in the result.
    pub(crate) body: String,
    /// JSON Pointer to the argument that is a shell command.
    pub(crate) shell_command: Option<String>,
    /// JSON Pointer to the argument that is the folder of that command.
    pub(crate) shell_workdir: Option<String>,
    /// Whether it takes a bare text.
    pub(crate) is_freeform: bool,
}

/// A profile as it serves.
pub(crate) struct Snapshot {
    pub(crate) profile: String,
    /// The number of the catalogue: how many profiles have served so far, this one included.
    pub(crate) epoch: u64,
    /// All tools in the order of the profile.
    pub(crate) described: Vec<ToolDescription>,
    pub(crate) served: HashMap<String, Served>,
    /// What rewrites commands and reduces their output.
    pub(crate) optimizer: Arc<Optimizer>,
    /// Sentences for people about what is not served.
    pub(crate) faults: Vec<String>,
    pub(crate) policy: Arc<Policy>,
    /// When changes of files wait for a verification.
    pub(crate) guard: Arc<GuardRules>,
    /// Whose command syntax models are told to use.
    pub(crate) shell_profile: PromptProfile,
}

impl Snapshot {
    /// Puts a loaded profile together. `secrets` are variables that no child may see.
    pub(crate) fn new(
        profile: &Profile,
        epoch: u64,
        generation: Generation,
        platform: &Platform,
        secrets: &BTreeSet<String>,
    ) -> Snapshot {
        let shell_profile = prompt_profile(profile.agent.shell_prompt_profile, platform.os);
        let mut snapshot = Snapshot {
            profile: profile.name.clone(),
            epoch,
            described: Vec::new(),
            served: HashMap::new(),
            optimizer: generation.optimizer,
            faults: generation.faults.iter().map(ToString::to_string).collect(),
            policy: Arc::new(policy(profile, platform, secrets)),
            guard: Arc::default(),
            shell_profile,
        };
        snapshot.take_rules(profile, platform);
        for tool in generation.tools {
            if let Err(failure) = snapshot.add(tool, platform.os) {
                snapshot.faults.push(failure.message);
            }
        }
        snapshot
    }

    /// The tool of that name.
    pub(crate) fn tool(&self, name: &str) -> Result<&Served, Failure> {
        self.served.get(name).ok_or_else(|| {
            let available: Vec<&str> = self.described.iter().map(|tool| tool.name.as_str()).collect();
            names::unresolved(name, &available)
        })
    }

    /// The tools that are not deferred.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &ToolDescription> {
        self.described.iter().filter(|tool| !tool.deferred)
    }

    /// Takes over the rules of the edit guard.
    fn take_rules(&mut self, profile: &Profile, platform: &Platform) {
        let mut verifiers = Vec::new();
        for text in &profile.edit_guard.verifiers {
            match Verifier::read(text) {
                Some(verifier) => verifiers.push(verifier),
                None => self.faults.push(format!(
                    "edit_guard.verifiers: `{text}` verifies nothing, since it is not one command without variables and \
                     patterns; put several into a script"
                )),
            }
        }
        let (most, workspace) = (profile.edit_guard.mutations, platform.workspace.clone());
        self.guard = Arc::new(GuardRules { most, verifiers, workspace });
    }

    fn add(&mut self, tool: Tool, os: Os) -> Result<(), Failure> {
        let Some(metadata) = tool.metadata() else { return Ok(()) };
        let freeform = metadata.freeform.clone();
        let is_freeform = freeform.is_some();
        let (shell_command, shell_workdir) = (metadata.shell_command.clone(), metadata.shell_workdir.clone());
        let preflight = Preflight::compile(
            &tool.name,
            &metadata.parameters,
            freeform.as_ref().map(|freeform| freeform.argument.as_str()),
        )?;
        let description = ToolDescription {
            name: tool.name.clone(),
            title: metadata.title.clone(),
            description: guidance::describe(
                &metadata.description,
                &metadata.guidance,
                self.shell_profile,
                os,
            ),
            parameters: preflight.parameters().clone(),
            returns: metadata
                .returns
                .clone()
                .map(|returns| answer::declare(returns, metadata.body.as_deref(), shell_command.is_some())),
            annotations: metadata.annotations.clone(),
            freeform,
            deferred: tool.deferred,
        };
        self.described.push(description);
        let body = metadata.body.clone().unwrap_or_else(|| answer::BODY.to_owned());
        let served = Served { body, shell_command, shell_workdir, is_freeform, preflight, tool };
        self.served.insert(served.tool.name.clone(), served);
        Ok(())
    }
}

/// How commands run under this profile.
fn policy(profile: &Profile, platform: &Platform, secrets: &BTreeSet<String>) -> Policy {
    let execution = &profile.execution;
    let shell = match &execution.shell {
        Shell::Path(path) => path.clone(),
        Shell::Auto => choose_shell(platform.user_shell.as_deref(), |path| path.is_file()),
    };
    let allowed = |name: &OsString| {
        // A name that is no text can be in no list.
        name.to_str().is_none_or(|name| execution.env.inherits(name) && !secrets.contains(name))
    };
    let mut environment: Vec<(OsString, OsString)> =
        platform.environment.iter().filter(|(name, _)| allowed(name)).cloned().collect();
    for (name, value) in &execution.env.set {
        environment.retain(|(known, _)| known.to_str() != Some(name));
        environment.push((name.into(), value.into()));
    }
    Policy { workspace: platform.workspace.clone(), shell, environment }
}
