//! One client and its calls.

use std::io;
use std::sync::Arc;

use toolhost_capability::spool::Output;
use toolhost_capability::terminal::{Ids, Patience, Policy, SessionInfo, Terminals};
use toolhost_capability::workspace::Kind;
use toolhost_capability::{Failure, Gate};
use toolhost_config::Os;
use toolhost_runtime::{
    Account, Body, Catalogue, Files, Freeform, Outcome, Part, PartKind, Powers, Progress, ToolCall,
};

use crate::answer::{self, Answer, Content};
use crate::budget;
use crate::catalogue::{CallCatalogue, Expanded, Listing};
use crate::gateway::Gateway;
use crate::guard::EditGuard;
use crate::host::Host;
use crate::optimized::OptimizedCall;
use crate::preflight::{Arguments, DEFAULT_OUTPUT_TOKENS};
use crate::routing::{Routed, misplaced, note_misplaced, route};
use crate::snapshot::{Served, Snapshot, ToolDescription};

/// One call of a tool.
pub struct Call {
    /// The tool's name in the profile.
    pub tool: String,
    /// Its arguments as they came.
    pub arguments: Arguments,
    /// Where its progress goes.
    pub progress: Arc<dyn Progress>,
}

/// What comes of a call.
pub struct Reply {
    /// The result.
    pub answer: Answer,
    /// What the call cost; none if no component was called.
    pub account: Option<Account>,
    /// Whether the client is to be told that its list of tools has changed.
    pub list_changed: bool,
    observed: Vec<Output>,
}

impl Reply {
    /// Says that the answer was handed to the transport. A reply that is dropped without it was never seen: its
    /// output comes again with the next answer, and a command whose id it carried is ended.
    pub fn delivered(self) {
        self.observed.iter().for_each(Output::delivered);
    }

    fn failed(failure: Failure, max_output_tokens: u32, account: Option<Account>) -> Reply {
        let answer = Answer::failed(failure, max_output_tokens);
        Reply { answer, account, list_changed: false, observed: Vec::new() }
    }
}

/// One client: its commands belong to it alone, and end with it.
pub struct Client {
    host: Arc<Host>,
    number: u64,
    terminals: Terminals,
    guard: Arc<EditGuard>,
    expanded: Arc<Expanded>,
}

impl Client {
    pub(crate) fn new(
        host: Arc<Host>,
        number: u64,
        ids: Ids,
        patience: Patience,
        listing: Listing,
    ) -> Client {
        let parts = &host.parts;
        let snapshot = host.snapshot();
        let guard = Arc::default();
        let gateway =
            Gateway::new(Arc::clone(&guard), Arc::clone(&snapshot.guard), parts.workspace.clone().ok());
        let (spawner, spools) = (Arc::clone(&parts.spawner), Arc::clone(&parts.spools));
        let policy = Arc::clone(&snapshot.policy);
        let terminals = Terminals::new(spawner, spools, ids, patience, policy, Arc::new(gateway));
        Client { host, number, terminals, guard, expanded: Arc::new(Expanded::new(listing)) }
    }

    /// The tools that this client is shown: those of the profile, in its order, then those that it has expanded. It can
    /// call the others by their names, too.
    pub fn tools(&self) -> Vec<ToolDescription> {
        self.expanded.listed(&self.host.snapshot())
    }

    /// What becomes of a bare text that is given to a tool; none if there is no such tool, or it takes none.
    pub fn freeform(&self, tool: &str) -> Option<Freeform> {
        let snapshot = self.host.snapshot();
        snapshot.described.iter().find(|known| known.name == tool)?.freeform.clone()
    }

    /// The commands of this client.
    pub fn sessions(&self) -> Vec<SessionInfo> {
        self.terminals.list()
    }

    /// Calls a tool. Dropping the future cancels the call.
    pub async fn call(&self, call: Call) -> Reply {
        let snapshot = self.host.snapshot();
        let served = match snapshot.tool(&call.tool) {
            Ok(served) => served,
            Err(failure) => return Reply::failed(failure, DEFAULT_OUTPUT_TOKENS, None),
        };
        let checked = match served.preflight.check(call.arguments) {
            Ok(checked) => checked,
            Err(failure) => return Reply::failed(failure, DEFAULT_OUTPUT_TOKENS, None),
        };
        let routed = route(&snapshot, served, &checked.arguments)
            .unwrap_or(Ok(Routed { served, arguments: checked.arguments, folder: String::new() }))
            .and_then(|routed| self.check_folder(&routed.folder).map(|()| routed));
        let Routed { served, mut arguments, folder } = match routed {
            Ok(routed) => routed,
            Err(failure) => return Reply::failed(failure, checked.max_output_tokens, None),
        };
        let call_id = format!("call_{}", self.host.next_call());
        let optimized = OptimizedCall::begin(&snapshot, served, call_id, &mut arguments).await;
        let misplaced = misplaced(&snapshot, served, &arguments);
        let plugin = &served.tool.plugin;
        let mut powers = self.powers(&snapshot, served, folder, checked.max_output_tokens, call.progress);
        let catalogue = plugin.effective_grants().catalog.then(|| self.catalogue(&snapshot));
        powers.catalogue = catalogue.clone().map(|catalogue| catalogue as Arc<dyn Catalogue>);
        let report = plugin
            .call_tool(ToolCall {
                tool: served.tool.own_name.clone(),
                arguments: arguments.into(),
                limits: served.tool.limits.clone(),
                powers,
            })
            .await;
        let account = Some(report.account);
        let mut outcome = match report.result {
            Ok(outcome) => outcome,
            Err(error) => {
                let failure = error.to_failure(
                    &format!("Tool \"{}\" of plugin \"{}\"", served.tool.name, plugin.id()),
                    &format!("plugins.{}.limits", plugin.id()),
                );
                return Reply::failed(failure, checked.max_output_tokens, account);
            }
        };
        let observed = outcome.observed.clone();
        if let Some(command) = optimized.command() {
            outcome.fields.insert("command".to_owned(), command.into());
        }
        answer::normalize(&mut outcome.fields);
        note_misplaced(&mut outcome.fields, misplaced);
        match self.reply(served, outcome, optimized, checked.max_output_tokens).await {
            Ok(answer) => {
                let list_changed = catalogue.is_some_and(|catalogue| catalogue.has_changed_list());
                Reply { answer, account, list_changed, observed }
            }
            Err(error) => {
                let message = format!("{}: the output could not be read back: {error}", served.tool.name);
                Reply::failed(Failure::new("io", message), checked.max_output_tokens, account)
            }
        }
    }

    /// Ends one command of this client; how many processes withstood.
    ///
    /// # Errors
    /// When this client has no such command.
    pub async fn end(&self, id: u32) -> Result<u32, Failure> {
        self.terminals.end(id).await
    }

    /// Ends every command of this client; how many processes withstood. A change of files that has begun is carried out
    /// first, whether or not anybody waits for it.
    pub async fn close(&self) -> u32 {
        let withstood = self.terminals.close().await;
        if let Ok(workspace) = &self.host.parts.workspace {
            workspace.no_commit_under_way().await;
        }
        withstood
    }

    /// Whether relative paths can start in this folder, as a command could be run in it.
    fn check_folder(&self, folder: &str) -> Result<(), Failure> {
        if folder.is_empty() {
            return Ok(());
        }
        let workspace = self.host.parts.workspace.as_ref().map_err(Clone::clone)?;
        match workspace.stat(folder)? {
            Some(found) if found.kind == Kind::Directory => Ok(()),
            Some(_) => Err(Failure::new("invalid_argument", format!("`{folder}` is not a directory."))),
            None => Err(Failure::new("not_found", format!("The directory `{folder}` does not exist."))),
        }
    }

    fn powers(
        &self,
        snapshot: &Snapshot,
        served: &Served,
        folder: String,
        max_output_tokens: u32,
        progress: Arc<dyn Progress>,
    ) -> Powers {
        let grants = served.tool.plugin.effective_grants();
        let workspace = self.host.parts.workspace.clone();
        let rules = Arc::clone(&snapshot.guard);
        let gateway = Arc::new(Gateway::new(Arc::clone(&self.guard), rules, workspace.clone().ok()));
        let gate: Arc<dyn Gate> = gateway;
        let terminals = || self.terminals.under(self.policy(snapshot), Arc::clone(&gate));
        let terminal = grants.terminal.then(|| Arc::new(terminals()));
        let files = workspace.map(|workspace| Files { workspace, folder, gate });
        Powers {
            terminal,
            process: self.host.programs.granted(grants),
            files,
            search: grants.search.then(|| self.host.searcher()),
            catalogue: None,
            progress,
            platform: (
                os_name(self.host.parts.platform.os).to_owned(),
                snapshot.shell_profile.name().to_owned(),
            ),
            budget: u32::try_from(budget::bytes(max_output_tokens)).unwrap_or(u32::MAX),
        }
    }

    /// The tools among which this client may search.
    fn catalogue(&self, snapshot: &Arc<Snapshot>) -> Arc<CallCatalogue> {
        let command = self.host.parts.platform.reach.command.clone();
        Arc::new(CallCatalogue::new(Arc::clone(snapshot), Arc::clone(&self.expanded), command))
    }

    /// How commands of this client run: as the profile has it, and each knows whose it is.
    fn policy(&self, snapshot: &Snapshot) -> Arc<Policy> {
        let Some((name, host)) = &self.host.parts.platform.reach.variable else {
            return Arc::clone(&snapshot.policy);
        };
        let mut policy = Policy::clone(&snapshot.policy);
        policy.environment.retain(|(known, _)| known.to_str() != Some(name));
        policy.environment.push((name.into(), format!("{host}.{}", self.number).into()));
        Arc::new(policy)
    }

    /// Makes the answer out of what a component returned. The whole body is on disk before it is reduced and cut.
    async fn reply(
        &self,
        served: &Served,
        outcome: Outcome,
        optimized: OptimizedCall<'_>,
        tokens: u32,
    ) -> io::Result<Answer> {
        let Outcome { fields, body, is_error, observed: _, whole_of } = outcome;
        let output = match body {
            Body::None => return Ok(Answer::of_fields(fields, tokens, is_error)),
            Body::Parts(parts) => {
                let parts = parts.into_iter().map(content).collect();
                let mixed = answer::Mixed { name: &served.body, parts, spool_path: None };
                return Ok(Answer::of_parts(fields, mixed, tokens, is_error));
            }
            Body::Bytes(bytes) => self.host.parts.spools.write(&served.tool.name, &bytes)?,
            Body::Spooled(output) => output,
        };
        let reduced = match whole_of {
            Some(command) => optimized.reduce(command, &output).await?,
            None => None,
        };
        let path = output.path().to_string_lossy();
        let body = answer::Body {
            name: &served.body,
            source: &output,
            total_bytes: output.total(),
            spool_path: Some(&path),
            complete: output.is_complete(),
        };
        match reduced {
            Some(reduced) => Answer::of_reduced(fields, &body, &reduced, tokens, is_error),
            None => Answer::of_body(fields, &body, tokens, is_error),
        }
    }
}

/// The system as components know it.
#[must_use]
pub fn os_name(os: Os) -> &'static str {
    match os {
        Os::Linux | Os::Wsl => "linux",
        Os::MacOs => "macos",
        Os::Windows => "windows",
    }
}

fn content(part: Part) -> Content {
    let Part { kind, mime_type, uri, data, meta: _ } = part;
    match kind {
        PartKind::Text => Content::Text(String::from_utf8_lossy(&data).into_owned()),
        PartKind::Image => Content::Image { mime_type, data },
        PartKind::Audio => Content::Audio { mime_type, data },
        PartKind::Resource => {
            let is_text = mime_type.starts_with("text/") || mime_type.ends_with("json");
            let text = is_text.then(|| String::from_utf8(data.clone()).ok()).flatten();
            Content::Resource { uri: uri.unwrap_or_default(), mime_type, data, text }
        }
    }
}
