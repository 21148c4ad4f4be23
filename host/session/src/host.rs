//! What all clients of one process share.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use arc_swap::ArcSwap;
use toolhost_capability::Failure;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::SpoolDir;
use toolhost_capability::terminal::{Ids, Patience};
use toolhost_capability::workspace::Workspace;
use toolhost_config::Profile;
use toolhost_loader::Generation;
use toolhost_runtime::Engine;

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
    /// The process that serves.
    pub platform: Platform,
}

/// What all clients of one process share. The profile can be swapped while calls run.
pub struct Host {
    pub(crate) parts: Parts,
    snapshot: ArcSwap<Snapshot>,
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
        let snapshot = ArcSwap::from_pointee(Snapshot::new(profile, generation, &parts.platform, secrets));
        Arc::new(Host { parts, snapshot, clients: Mutex::default() })
    }

    /// Serves this profile from now on. Calls that run end under the profile that they began with.
    pub fn swap(&self, profile: &Profile, generation: Generation, secrets: &BTreeSet<String>) {
        self.snapshot.store(Arc::new(Snapshot::new(profile, generation, &self.parts.platform, secrets)));
    }

    /// A client with no commands yet.
    pub fn open(self: &Arc<Self>, ids: Ids, patience: Patience) -> Arc<Client> {
        let client = Arc::new(Client::new(Arc::clone(self), ids, patience));
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.opened += 1;
        let number = clients.opened;
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

    /// The tools of the profile, in its order.
    pub fn tools(&self) -> Vec<ToolDescription> {
        self.snapshot().listed.clone()
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

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }
}
