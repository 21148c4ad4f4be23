//! Why a component of the profile serves nothing.

use std::io;
use std::path::PathBuf;

use toolhost_config::Place;
use toolhost_runtime::{Digest, Kind, LoadError};

/// An entry of the profile whose tools are missing, with the reason.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {cause}")]
pub struct Fault {
    /// The plugin's key in the configuration.
    pub plugin: String,
    /// Where the entry or the plugin is written.
    pub place: Place,
    /// What is wrong.
    pub cause: FaultCause,
}

/// What is wrong with a component.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultCause {
    /// The configuration names a component that is not part of this host.
    #[error(
        "plugin \"{plugin}\": no component `builtin:{name}` is part of this toolhost; there are: {known}"
    )]
    NoSuchBuiltin {
        /// The plugin's key.
        plugin: String,
        /// What was asked for.
        name: String,
        /// What there is, separated by commas.
        known: String,
    },
    /// The file cannot be read.
    #[error("plugin \"{plugin}\": {} cannot be read: {error}", path.display())]
    Unreadable {
        /// The plugin's key.
        plugin: String,
        /// The component's file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The file is not the one that was chosen.
    #[error(
        "plugin \"{plugin}\": the component has the digest sha256:{}, the configuration wants {wanted}; \
         if you changed it yourself, write the new digest",
        found.hex()
    )]
    Digest {
        /// The plugin's key.
        plugin: String,
        /// What the configuration wants.
        wanted: toolhost_config::Digest,
        /// What was found.
        found: Digest,
    },
    /// The provider is written in a way in which it cannot be served.
    #[error("{0}")]
    Provider(String),
    /// An optimizer among the tools, or a tool among the optimizers.
    #[error(
        "plugin \"{plugin}\": it is of kind \"{}\", and {}",
        found.name(),
        if *found == Kind::Tool { "no optimizer" } else { "no tool; name it as `type` of a provider of tool_optimizers" }
    )]
    Kind {
        /// The plugin's key.
        plugin: String,
        /// What it is.
        found: Kind,
    },
    /// The settings are not what the component takes.
    #[error("plugin \"{plugin}\": its `config` does not fit: {problems}")]
    Settings {
        /// The plugin's key.
        plugin: String,
        /// What does not fit, and where.
        problems: String,
    },
    /// The component is none that this host serves.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// A name is taken.
    #[error(
        "plugin \"{plugin}\": the tool \"{tool}\" is left out, because plugin \"{first}\" has that name already; give one of them another with `name:`"
    )]
    Taken {
        /// The plugin that came later.
        plugin: String,
        /// The name.
        tool: String,
        /// The plugin that has it.
        first: String,
    },
    /// A name that a plugin may not have.
    #[error(
        "plugin \"{plugin}\": the tool \"{tool}\" is left out: names that start with `unified_` belong to removed tools"
    )]
    Removed {
        /// The plugin.
        plugin: String,
        /// The name.
        tool: String,
    },
    /// One name for several tools.
    #[error(
        "plugin \"{plugin}\": `name: {name}` needs a component with one tool, and this one has {count}: {tools}"
    )]
    Several {
        /// The plugin.
        plugin: String,
        /// The name that the entry gives.
        name: String,
        /// How many tools there are.
        count: usize,
        /// Their names, separated by commas.
        tools: String,
    },
}
