//! What all clients of one process share.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use arc_swap::ArcSwap;
use toolhost_capability::Failure;
use toolhost_capability::process::Places;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::SpoolDir;
use toolhost_capability::terminal::{Ids, Patience};
use toolhost_capability::workspace::{Notice, Workspace};
use toolhost_config::Profile;
use toolhost_loader::{Generation, Programs};
use toolhost_optimizer::Optimizer;
use toolhost_runtime::{Engine, Searcher};

use crate::catalogue::Listing;
use crate::client::Client;
use crate::snapshot::{Platform, Snapshot, ToolDescription};

/// What a host is made of; the program makes the parts.
pub struct Parts {
    /// WebAssembly.
    pub engine: Arc<Engine>,
    /// Process trees.
    pub spawner: Arc<Spawner>,
    /// Whole outputs.
    pub spools: Arc<SpoolDir>,
    /// The files of the workspace, or why there are none.
    pub workspace: Result<Arc<Workspace>, Failure>,
    /// Makes what searches the workspace, or says why nothing does. Asked once, when it is first needed.
    pub searcher: Box<dyn Fn() -> Result<Arc<Searcher>, Failure> + Send + Sync>,
    /// The process that serves.
    pub platform: Platform,
}

/// Programs of tools that run at once: as many as calls run at once by default. The optimizers have places of their own.
const PROGRAMS_OF_TOOLS: usize = 16;

/// What all clients of one process share. The profile can be swapped while calls run.
pub struct Host {
    pub(crate) parts: Parts,
    /// What runs the programs that tools are granted.
    pub(crate) programs: Programs,
    snapshot: ArcSwap<Snapshot>,
    epoch: AtomicU64,
    calls: AtomicU64,
    searcher: OnceLock<Result<Arc<Searcher>, Failure>>,
    clients: Mutex<Clients>,
}

#[derive(Default)]
struct Clients {
    opened: u64,
    open: Vec<(u64, Weak<Client>)>,
}

impl Host {
    /// A host that serves this profile. `secrets` are names of variables that no command may see.
    pub fn new(
        parts: Parts,
        profile: &Profile,
        generation: Generation,
        secrets: &BTreeSet<String>,
    ) -> Arc<Host> {
        let epoch = 1;
        let snapshot = Snapshot::new(profile, epoch, generation, &parts.platform, secrets);
        let snapshot = ArcSwap::from_pointee(snapshot);
        let platform = &parts.platform;
        let programs = Programs::new(
            Arc::clone(&parts.spawner),
            Places::new(PROGRAMS_OF_TOOLS),
            platform.workspace.clone(),
            &platform.environment,
        );
        Arc::new(Host {
            parts,
            programs,
            snapshot,
            epoch: AtomicU64::new(epoch),
            calls: AtomicU64::new(0),
            searcher: OnceLock::new(),
            clients: Mutex::default(),
        })
    }

    /// Serves this profile from now on. Calls that run end under the profile that they began with.
    pub fn swap(&self, profile: &Profile, generation: Generation, secrets: &BTreeSet<String>) {
        let epoch = self.epoch.fetch_add(1, Ordering::Relaxed) + 1;
        let snapshot = Snapshot::new(profile, epoch, generation, &self.parts.platform, secrets);
        self.snapshot.store(Arc::new(snapshot));
    }

    /// A client with no commands yet.
    pub fn open(self: &Arc<Self>, ids: Ids, patience: Patience, listing: Listing) -> Arc<Client> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.opened += 1;
        let number = clients.opened;
        let client = Arc::new(Client::new(Arc::clone(self), number, ids, patience, listing));
        clients.open.retain(|(_, client)| client.strong_count() > 0);
        clients.open.push((number, Arc::downgrade(&client)));
        client
    }

    /// The clients that are open now, each with its number, in the order in which they came.
    pub fn clients(&self) -> Vec<(u64, Arc<Client>)> {
        let clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.open.iter().filter_map(|(number, client)| Some((*number, client.upgrade()?))).collect()
    }

    /// The name of the profile that serves.
    pub fn profile(&self) -> String {
        self.snapshot().profile.clone()
    }

    /// The tools that a new client is shown, in the order of the profile.
    pub fn tools(&self) -> Vec<ToolDescription> {
        self.snapshot().listed().cloned().collect()
    }

    /// The tools that are left out of that list until a search finds them.
    pub fn deferred_tools(&self) -> Vec<ToolDescription> {
        self.snapshot().described.iter().filter(|tool| tool.deferred).cloned().collect()
    }

    /// The optimizers that serve.
    pub fn optimizer(&self) -> Arc<Optimizer> {
        Arc::clone(&self.snapshot().optimizer)
    }

    /// Finishes or undoes what another host that was killed has left half done in the workspace, as a start does;
    /// sentences for people tell of it.
    pub fn recover(&self) -> Vec<String> {
        // Without a workspace there is nothing to look at, and the start has said so.
        let Ok(workspace) = &self.parts.workspace else { return Vec::new() };
        let notices = workspace.recover().unwrap_or_else(|failure| vec![Notice::Stuck(failure)]);
        notices.iter().map(ToString::to_string).collect()
    }

    /// What of the profile is not served, as sentences for people.
    pub fn faults(&self) -> Vec<String> {
        self.snapshot().faults.clone()
    }

    /// Has a reaper ready for the first command, and compiles every component of the profile, so that first calls need
    /// not wait. A component that does not compile says so when it is called.
    pub async fn prepare(&self) {
        self.parts.spawner.prepare().await;
        let snapshot = self.snapshot();
        for served in snapshot.served.values() {
            if let Err(error) = served.tool.plugin.prepare().await {
                tracing::warn!(%error, "a component does not compile");
            }
        }
    }

    /// The number of one more call, from 1.
    pub(crate) fn next_call(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// What searches the workspace, and remembers what it has learned of it.
    pub(crate) fn searcher(&self) -> Result<Arc<Searcher>, Failure> {
        self.searcher.get_or_init(|| (self.parts.searcher)()).clone()
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }
}
