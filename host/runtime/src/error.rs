//! Why there is no plugin: what is wrong with a component's bytes, or with what it wants here.

use crate::links::{PACKAGE, SDK, WIT_VERSION};

/// Why a file is not a plugin. The sentences continue "plugin "name": ".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InspectError {
    /// Larger than [`MAX_COMPONENT_BYTES`](crate::MAX_COMPONENT_BYTES).
    #[error("has {0} bytes; a component may have at most {max}", max = crate::MAX_COMPONENT_BYTES)]
    TooLarge(usize),
    /// Not WebAssembly at all.
    #[error("is not WebAssembly")]
    NotWasm,
    /// A core module.
    #[error("is a core WebAssembly module, not a component; build it for wasm32-wasip2")]
    CoreModule,
    /// Machine code: never loaded, since it could do anything.
    #[error("is compiled machine code; give the .wasm component that it was made from")]
    Precompiled,
    /// Truncated or malformed.
    #[error("is not a valid component: {0}")]
    Invalid(String),
    /// No metadata section.
    #[error(
        "carries no metadata (custom section `toolhost:plugin`); build it with the SDK {SDK}, or add the section as plugins/examples/python does"
    )]
    NoMetadata,
    /// A metadata section that cannot be used.
    #[error("has malformed metadata: {0}")]
    Metadata(String),
    /// Built for another version of the WIT package.
    #[error("wants {PACKAGE}@{wants}, this host serves {WIT_VERSION}; rebuild it with the SDK {SDK}")]
    WitVersion {
        /// The version it wants.
        wants: String,
    },
    /// Exports nothing that a host could call.
    #[error("exports neither {PACKAGE}/tool@{WIT_VERSION} nor {PACKAGE}/optimizer@{WIT_VERSION}")]
    NoExport,
    /// Says one kind in its metadata and exports another.
    #[error(
        "says in its metadata that it is of kind \"{kind}\", but does not export {PACKAGE}/{kind}@{WIT_VERSION}"
    )]
    WrongExport {
        /// The kind in its metadata.
        kind: &'static str,
    },
}

/// Why a plugin was not loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("plugin \"{plugin}\": {cause}")]
pub struct LoadError {
    /// The plugin's key in the configuration.
    pub plugin: String,
    /// What is wrong.
    pub cause: LoadCause,
}

impl LoadError {
    pub(crate) fn new(plugin: &str, cause: impl Into<LoadCause>) -> Self {
        Self { plugin: plugin.to_owned(), cause: cause.into() }
    }
}

/// What is wrong with a plugin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadCause {
    /// Its bytes are no plugin.
    #[error(transparent)]
    Component(#[from] InspectError),
    /// Imports that are not linked here.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; it also "))]
    Imports(Vec<ImportProblem>),
    /// Grants that would be accepted and not kept.
    #[error("asks for and is granted {}, which this host does not serve yet", quoted(.0))]
    GrantsNotServed(Vec<&'static str>),
    /// Its configuration is no JSON object.
    #[error("has a `config` that is not an object")]
    Config,
    /// Its code could not be compiled.
    #[error("could not be compiled: {0}")]
    Compile(String),
    /// Its imports or exports have the right names and other types.
    #[error("does not fit {PACKAGE}@{WIT_VERSION}: {0}; rebuild it with the SDK {SDK}")]
    Misfit(String),
}

/// Why an import is not linked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportProblem {
    /// The profile does not grant it.
    #[error("imports {import}, which needs the grant \"{grant}\"; add `{line}` to its `grants`")]
    NotGranted {
        /// The import.
        import: String,
        /// The missing grant.
        grant: &'static str,
        /// The line of the configuration that would give it.
        line: &'static str,
    },
    /// Its own metadata does not ask for it.
    #[error(
        "imports {import} without asking for the grant \"{grant}\"; its author must add it to the asked grants and build it again"
    )]
    NotAsked {
        /// The import.
        import: String,
        /// The grant that goes with it.
        grant: &'static str,
    },
    /// No interface that this host knows.
    #[error("imports {import}, which this host does not have")]
    Unknown {
        /// The import.
        import: String,
    },
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}
