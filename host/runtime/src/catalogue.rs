//! The tools of a client's profile, as components that search among them see them.

use toolhost_capability::Failure;

/// A tool of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// What it is called by.
    pub name: String,
    /// What models are told of it.
    pub description: String,
    /// JSON Schema of its arguments, as JSON text.
    pub parameters: String,
    /// Whether it is left out of the list that a client gets at its start.
    pub deferred: bool,
}

/// What became of tools that were expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansion {
    /// The number of the catalogue; another one after each swap of the profile.
    pub epoch: u64,
    /// Whether the client is told that its list has changed.
    pub listed: bool,
    /// What a shell command of this client begins with to call a tool; none where its commands do not reach the host.
    pub command: Option<String>,
}

/// Answers for one client and the profile under which a call began.
pub trait Catalogue: Send + Sync {
    /// The tools in the order of the profile.
    fn entries(&self) -> Vec<CatalogueEntry>;

    /// Expands deferred tools for the client. The same names again are no error.
    ///
    /// # Errors
    ///
    /// `not_found` if one of them is no deferred tool of the profile; nothing is expanded then.
    fn expand(&self, names: &[String]) -> Result<Expansion, Failure>;
}
