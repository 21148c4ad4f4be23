//! The components of one profile, loaded and bound to names.

use std::collections::BTreeMap;
use std::sync::Arc;

use toolhost_config::{self as config, Naming, Profile};
use toolhost_optimizer::Optimizer;
use toolhost_runtime::{Engine, Kind, Limits, Plugin, PluginSpec, ToolMetadata};

use crate::fault::{Fault, FaultCause};
use crate::optimizers::{self, OptimizerSurroundings};
use crate::settings;
use crate::source::Sources;
use crate::translate;

/// What starts the names of tools that were removed long ago.
const REMOVED: &str = "unified_";

/// The components of one profile, as they serve from the moment of a swap to the next.
#[derive(Debug)]
pub struct Generation {
    /// The tools in the order of the profile.
    pub tools: Vec<Tool>,
    /// What rewrites commands and reduces their output.
    pub optimizer: Arc<Optimizer>,
    /// What could not be served.
    pub faults: Vec<Fault>,
}

/// One tool that models can call.
pub struct Tool {
    /// What the profile calls it.
    pub name: String,
    /// What its component calls it.
    pub own_name: String,
    /// The component.
    pub plugin: Arc<Plugin>,
    /// Bounds of its calls.
    pub limits: Limits,
    /// Whether it is left out of the list until a search finds it.
    pub deferred: bool,
}

impl Tool {
    /// What the component says of this tool.
    pub fn metadata(&self) -> Option<&ToolMetadata> {
        self.plugin.metadata().tool(&self.own_name)
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tool({} of {})", self.name, self.plugin.id())
    }
}

impl Generation {
    /// Loads every component of the profile. Runs no guest code and compiles nothing, so it takes milliseconds.
    pub fn load(
        engine: &Arc<Engine>,
        profile: &Profile,
        sources: &Sources<'_>,
        surroundings: &OptimizerSurroundings,
    ) -> Generation {
        let mut faults = Vec::new();
        let optimizer =
            optimizers::load(engine, &profile.tool_optimizers, sources, surroundings, &mut faults);
        let mut generation = Generation { tools: Vec::new(), optimizer: Arc::new(optimizer), faults };
        let mut taken = BTreeMap::new();
        for entry in &profile.tools {
            match load_tool(engine, entry, sources)
                .and_then(|plugin| names(entry, &plugin).map(|names| (plugin, names)))
            {
                Ok((plugin, names)) => generation.bind(entry, &plugin, names, &mut taken),
                Err(cause) => generation.fault(entry, cause),
            }
        }
        generation
    }

    /// Adds the tools of one entry under names that are free.
    fn bind(
        &mut self,
        entry: &config::Tool,
        plugin: &Arc<Plugin>,
        names: Vec<(String, String)>,
        taken: &mut BTreeMap<String, String>,
    ) {
        for (name, own_name) in names {
            let id = plugin.id().to_owned();
            if name.starts_with(REMOVED) {
                self.fault(entry, FaultCause::Removed { plugin: id, tool: name });
            } else if let Some(first) = taken.get(&name) {
                self.fault(entry, FaultCause::Taken { plugin: id, tool: name, first: first.clone() });
            } else {
                taken.insert(name.clone(), id);
                self.tools.push(Tool {
                    name,
                    own_name,
                    plugin: Arc::clone(plugin),
                    limits: translate::limits(&entry.limits),
                    deferred: entry.deferred,
                });
            }
        }
    }

    fn fault(&mut self, entry: &config::Tool, cause: FaultCause) {
        self.faults.push(Fault { plugin: entry.plugin.id.clone(), place: entry.plugin.place.clone(), cause });
    }
}

fn load_tool(
    engine: &Arc<Engine>,
    entry: &config::Tool,
    sources: &Sources<'_>,
) -> Result<Arc<Plugin>, FaultCause> {
    load(engine, &entry.plugin, Kind::Tool, &entry.grants, &entry.limits, sources)
}

/// A plugin with these grants and limits, if it is of that kind.
pub(crate) fn load(
    engine: &Arc<Engine>,
    plugin: &config::Plugin,
    kind: Kind,
    grants: &config::Grants,
    limits: &config::Limits,
    sources: &Sources<'_>,
) -> Result<Arc<Plugin>, FaultCause> {
    let component = sources.read(plugin)?;
    if let Some(wanted) = &plugin.digest {
        let found = component.digest();
        if wanted.as_bytes() != found.as_bytes() {
            return Err(FaultCause::Digest { plugin: plugin.id.clone(), wanted: *wanted, found });
        }
    }
    let loaded = Plugin::load(
        engine,
        PluginSpec {
            id: plugin.id.clone(),
            component,
            granted: translate::grants(grants),
            limits: translate::limits(limits),
            config: plugin.config.clone(),
            env: sources.variables(&grants.env),
        },
    )?;
    let found = loaded.metadata().kind;
    if found != kind {
        return Err(FaultCause::Kind { plugin: plugin.id.clone(), found });
    }
    settings::check(&plugin.id, loaded.metadata().config_schema.as_ref(), &plugin.config)?;
    Ok(loaded)
}

/// Pairs of the name in the profile and the component's own.
fn names(entry: &config::Tool, plugin: &Plugin) -> Result<Vec<(String, String)>, FaultCause> {
    let own: Vec<String> = plugin.metadata().tools.iter().map(|tool| tool.name.clone()).collect();
    match (&entry.naming, own.as_slice()) {
        (Naming::FromMetadata, _) => Ok(own.into_iter().map(|name| (name.clone(), name)).collect()),
        (Naming::As(name), [only]) => Ok(vec![(name.clone(), only.clone())]),
        (Naming::As(name), several) => Err(FaultCause::Several {
            plugin: plugin.id().to_owned(),
            name: name.clone(),
            count: several.len(),
            tools: several.join(", "),
        }),
    }
}
