//! The tools that a client can call: those that its profile lists, and the deferred ones that a search has expanded.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use toolhost_capability::Failure;
use toolhost_runtime::{Catalogue, CatalogueEntry, Expansion};

use crate::nearest::nearest;
use crate::snapshot::{Snapshot, ToolDescription};

/// Whether a client looks at its list of tools again when it is told that the list has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// It keeps the list that it began with.
    Once,
    /// It asks for the list again.
    Again,
}

/// What a client has expanded, by name, so that a swap of the profile keeps what the new one defers, too.
#[derive(Debug)]
pub(crate) struct Expanded {
    listing: Listing,
    names: Mutex<BTreeSet<String>>,
}

impl Expanded {
    /// Nothing yet.
    pub(crate) fn new(listing: Listing) -> Expanded {
        Expanded { listing, names: Mutex::default() }
    }

    /// What this client is shown of a profile, in the profile's order: what is not deferred, then what was expanded,
    /// so that the beginning of the list stays the same.
    pub(crate) fn listed(&self, snapshot: &Snapshot) -> Vec<ToolDescription> {
        let expanded = match self.listing {
            Listing::Once => BTreeSet::new(),
            Listing::Again => self.names.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        };
        let deferred = snapshot.described.iter().filter(|tool| tool.deferred);
        snapshot.listed().chain(deferred.filter(|tool| expanded.contains(&tool.name))).cloned().collect()
    }

    fn add(&self, names: &[String]) -> bool {
        let mut expanded = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let before = expanded.len();
        expanded.extend(names.iter().cloned());
        self.listing == Listing::Again && expanded.len() > before
    }
}

/// The catalogue of one call.
pub(crate) struct CallCatalogue {
    snapshot: Arc<Snapshot>,
    expanded: Arc<Expanded>,
    command: Option<String>,
    changed: Mutex<bool>,
}

impl CallCatalogue {
    /// Of the profile that the call began with.
    pub(crate) fn new(
        snapshot: Arc<Snapshot>,
        expanded: Arc<Expanded>,
        command: Option<String>,
    ) -> CallCatalogue {
        CallCatalogue { snapshot, expanded, command, changed: Mutex::new(false) }
    }

    /// Whether the list that the client is shown is another one since.
    pub(crate) fn has_changed_list(&self) -> bool {
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Catalogue for CallCatalogue {
    fn entries(&self) -> Vec<CatalogueEntry> {
        self.snapshot.described.iter().map(entry).collect()
    }

    fn expand(&self, names: &[String]) -> Result<Expansion, Failure> {
        let deferred =
            || self.snapshot.described.iter().filter(|tool| tool.deferred).map(|tool| tool.name.as_str());
        for name in names {
            if !deferred().any(|known| known == name) {
                let failure =
                    Failure::new("not_found", format!("`{name}` is no deferred tool of this profile."));
                return Err(match nearest(name, deferred()) {
                    Some(near) => failure.hint(format!("The nearest is `{near}`.")),
                    None => failure,
                });
            }
        }
        if self.expanded.add(names) {
            *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        }
        Ok(Expansion {
            epoch: self.snapshot.epoch,
            listed: self.expanded.listing == Listing::Again,
            command: self.command.clone(),
        })
    }
}

fn entry(tool: &ToolDescription) -> CatalogueEntry {
    CatalogueEntry {
        name: tool.name.clone(),
        description: tool.description.clone(),
        parameters: Value::Object(tool.parameters.clone()).to_string(),
        deferred: tool.deferred,
    }
}
