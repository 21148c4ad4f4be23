//! `catalog`: the tools of the client's profile. Linked only where its grant is held.

use std::sync::Arc;

use toolhost_capability::Failure;

use crate::bindings::toolhost::plugin::catalog::{Entry, Expansion, Host};
use crate::bindings::toolhost::plugin::types::Error;
use crate::catalogue::{CatalogueEntry, Expansion as Expanded};
use crate::state::CallState;

impl Host for CallState {
    fn entries(&mut self) -> wasmtime::Result<Vec<Entry>> {
        self.count()?;
        let entries =
            self.powers.catalogue.as_ref().map(|catalogue| self.meter.host_now(|| catalogue.entries()));
        let entries: Vec<Entry> = entries.unwrap_or_default().into_iter().map(Entry::from).collect();
        let size = |entry: &Entry| entry.name.len() + entry.description.len() + entry.parameters.len();
        self.meter.bytes_in(entries.iter().map(size).sum());
        Ok(entries)
    }

    fn expand(&mut self, names: Vec<String>) -> wasmtime::Result<Result<Expansion, Error>> {
        self.count()?;
        self.meter.bytes_out(names.iter().map(String::len).sum());
        let Some(catalogue) = self.powers.catalogue.as_ref().map(Arc::clone) else {
            let failure = Failure::new("denied", "There is no catalogue for this call.");
            return Ok(Err(failure.into()));
        };
        let expanded = self.meter.host_now(|| catalogue.expand(&names));
        Ok(expanded.map(Expansion::from).map_err(Error::from))
    }
}

impl From<CatalogueEntry> for Entry {
    fn from(entry: CatalogueEntry) -> Self {
        let CatalogueEntry { name, description, parameters, deferred } = entry;
        Self { name, description, parameters, deferred }
    }
}

impl From<Expanded> for Expansion {
    fn from(expanded: Expanded) -> Self {
        let Expanded { epoch, listed, command } = expanded;
        Self { epoch, listed, command }
    }
}
