//! The tool optimizers as they hold: stages with all their bounds, and the providers that can be served. One that cannot
//! is left out with its reason and costs nothing else.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::ancestry::Link;
use super::plugin::{self, PATH_OF_CONFIG, Plugin};
use super::stack::Stack;
use crate::document::Document;
use crate::error::ConfigError;
use crate::grants::Grants;
use crate::nearest::{advice, quoted};
use crate::path::KeyPath;
use crate::written::{self, Acceptance, Pointer, Stage};

/// The type of a provider that names its component itself.
const WASM: &str = "wasm";

/// Rewriting of commands and reduction of their output.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOptimizers {
    /// Whether they run at all.
    pub enabled: bool,
    /// Which calls are shell commands.
    pub shell_function_calls: ShellFunctionCalls,
    /// The stage that rewrites commands.
    pub command_rewrite: CommandRewrite,
    /// The stage that reduces output.
    pub output_reduce: OutputReduce,
    /// Those that are used, in order.
    pub providers: Vec<Provider>,
    /// Those that cannot be used.
    pub faults: Vec<ProviderFault>,
}

/// A provider that cannot be served.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderFault {
    /// Its id; where there is none, its type or its place in the list.
    pub id: String,
    /// Why.
    pub error: ConfigError,
}

/// Function calls that run a shell command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellFunctionCalls {
    /// Whether they are looked at; toolhost's own are among them.
    pub enabled: bool,
    /// What functions of others are called.
    pub names: Vec<String>,
    /// Where the command stands in their arguments.
    pub command_arg_path: Pointer,
}

/// The stage that rewrites commands. It rewrites none in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRewrite {
    /// Whether it runs.
    pub enabled: bool,
    /// For the whole stage, in each turn.
    pub timeout: Duration,
    /// What it takes to believe a provider.
    pub acceptance: Acceptance,
}

/// The stage that reduces output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputReduce {
    /// Whether it runs.
    pub enabled: bool,
    /// For the whole stage, in each turn; none: no deadline of its own.
    pub timeout: Option<Duration>,
    /// Bytes that an output must have; none: any.
    pub min_input_bytes: Option<u64>,
    /// Bytes that an output may have; none: any.
    pub max_input_bytes: Option<u64>,
    /// What it takes to believe a provider.
    pub acceptance: Acceptance,
}

/// A provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Provider {
    /// What reports and statistics call it.
    pub id: String,
    /// Its type, as written.
    pub kind: String,
    /// Its component, with the grants and the settings of this provider.
    pub plugin: Arc<Plugin>,
    /// The stages that it is for.
    pub stages: BTreeSet<Stage>,
}

/// Longest deadline of a stage: past ten minutes no client waits.
const MAX_TIMEOUT_MS: u64 = 600_000;

/// Ranges of the numbers of the block, and the keys at which they stand.
fn out_of_range(written: &written::ToolOptimizers) -> Option<(Vec<&'static str>, String)> {
    let rewrite = written.command_rewrite.as_ref().and_then(|stage| stage.timeout_ms);
    let reduce = written.output_reduce.as_ref().and_then(|stage| stage.timeout_ms);
    [("command_rewrite", rewrite, 1), ("output_reduce", reduce, 0)].into_iter().find_map(
        |(stage, value, low)| {
            let value = value?.0;
            let message = format!("{value} is out of range; it must be from {low} to {MAX_TIMEOUT_MS}");
            (!(low..=MAX_TIMEOUT_MS).contains(&value)).then_some((vec![stage, "timeout_ms"], message))
        },
    )
}

/// Checks what can be checked in one file alone.
pub(crate) fn check(
    document: &Document,
    home: &KeyPath,
    written: &written::ToolOptimizers,
) -> Result<(), ConfigError> {
    let path = home.key("tool_optimizers");
    if let Some((keys, message)) = out_of_range(written) {
        let path = keys.into_iter().fold(path, |path, key| path.key(key));
        return Err(document.error(&path, message));
    }
    for (index, provider) in written.providers.iter().flatten().enumerate() {
        let path = path.key("providers").index(index);
        for (key, count) in
            [("max_stdout_bytes", provider.max_stdout_bytes), ("max_stderr_bytes", provider.max_stderr_bytes)]
        {
            if let Some(count) = count
                && (count.0 == 0 || u32::try_from(count.0).is_err())
            {
                let message = format!("{} is out of range; it must be from 1 to {}", count.0, u32::MAX);
                return Err(document.error(&path.key(key), message));
            }
        }
        let faults = provider.limits.as_ref().map(written::Limits::out_of_range).unwrap_or_default();
        if let Some((key, message)) = faults.into_iter().next() {
            return Err(document.error(&path.key("limits").key(key), message));
        }
    }
    Ok(())
}

/// The block of one profile.
pub(super) fn resolve(
    stack: &Stack,
    chain: &[Link<'_>],
    root: Option<&Path>,
) -> Result<ToolOptimizers, ConfigError> {
    let top = KeyPath::default();
    let of_files = stack
        .documents()
        .iter()
        .filter_map(|document| Some((document, top.clone(), document.written().tool_optimizers.as_ref()?)));
    let of_profiles = chain
        .iter()
        .filter_map(|link| Some((link.document, link.path(), link.profile.tool_optimizers.as_ref()?)));
    let layers: Vec<_> = of_files.chain(of_profiles).collect();
    let block = layers
        .iter()
        .fold(written::ToolOptimizers::default(), |lower, (_, _, upper)| upper.stages_over(&lower));
    let lacks = |key: &'static str| stack.lacks(&["tool_optimizers", key]);
    let mut optimizers = block.complete().map_err(lacks)?;
    let providers = layers.iter().rev().find_map(|(document, home, block)| {
        Some((*document, home.key("tool_optimizers").key("providers"), block.providers.as_ref()?))
    });
    let (document, path, providers) = providers.ok_or_else(|| lacks("providers"))?;
    let context = Context { stack, root, document };
    for (index, written) in providers.iter().enumerate() {
        if written.enabled == Some(false) {
            continue;
        }
        let path = path.index(index);
        match context
            .provider(&path, written)
            .and_then(|provider| context.named(&path, written, provider, &optimizers))
        {
            Ok(provider) => optimizers.providers.push(provider),
            Err(error) => {
                let id = written.id.clone().or_else(|| written.r#type.clone());
                let id = id.unwrap_or_else(|| format!("providers[{index}]"));
                optimizers.faults.push(ProviderFault { id, error });
            }
        }
    }
    Ok(optimizers)
}

struct Context<'a> {
    stack: &'a Stack,
    root: Option<&'a Path>,
    document: &'a Document,
}

impl Context<'_> {
    /// A provider, or why it cannot be served.
    fn provider(&self, path: &KeyPath, written: &written::Provider) -> Result<Provider, ConfigError> {
        let Some(kind) = &written.r#type else {
            let message = format!("the key \"type\" is missing{}", advice("", &self.kinds()));
            return Err(self.document.error(path, message));
        };
        let id = written.id.clone().unwrap_or_else(|| kind.clone());
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if id.is_empty() || id.len() > 64 || !id.chars().all(is_word) {
            let message = format!(
                "{} is not an id; an id has 1 to 64 ASCII letters, digits, `_`, `-` and `.`",
                quoted(&id)
            );
            return Err(self.document.error(&path.key("id"), message));
        }
        let plugin =
            if kind == WASM { self.wasm(path, &id, written)? } else { self.known(path, kind, &id, written)? };
        self.check_grants(path, &plugin)?;
        let stages = match written.stages.as_deref() {
            None | Some([]) => BTreeSet::from([Stage::CommandRewrite, Stage::OutputReduce]),
            Some(some) => some.iter().copied().collect(),
        };
        Ok(Provider { id, kind: kind.clone(), plugin: Arc::new(plugin), stages })
    }

    /// The provider under an id that none of those before it has. One that was not given is completed by a number.
    fn named(
        &self,
        path: &KeyPath,
        written: &written::Provider,
        mut provider: Provider,
        optimizers: &ToolOptimizers,
    ) -> Result<Provider, ConfigError> {
        let taken = |id: &str| optimizers.providers.iter().any(|other| other.id == id);
        if !taken(&provider.id) {
            return Ok(provider);
        }
        if written.id.is_some() {
            let message = format!("another provider has the id {} already", quoted(&provider.id));
            return Err(self.document.error(&path.key("id"), message));
        }
        let numbered = (2..).map(|number| format!("{}-{number}", provider.id)).find(|id| !taken(id));
        provider.id = numbered.unwrap_or_default();
        Ok(provider)
    }

    /// One whose component the provider names itself.
    fn wasm(&self, path: &KeyPath, id: &str, written: &written::Provider) -> Result<Plugin, ConfigError> {
        let foreign = [
            ("path", written.path.is_some()),
            ("args", written.args.is_some()),
            ("max_stdout_bytes", written.max_stdout_bytes.is_some()),
            ("max_stderr_bytes", written.max_stderr_bytes.is_some()),
        ];
        self.refuse(
            path,
            &foreign,
            "a component of type \"wasm\" has no program; its settings belong under `config`",
        )?;
        let own = written::Plugin {
            component: written.component.clone(),
            digest: written.digest,
            deferred: None,
            grants: written.grants.clone(),
            limits: written.limits.clone(),
            config: written.config.clone(),
        };
        plugin::Context::new(self.stack, self.root)?.plugin(id, self.document, path, &own)
    }

    /// One whose type is a plugin of the configuration.
    fn known(
        &self,
        path: &KeyPath,
        kind: &str,
        id: &str,
        written: &written::Provider,
    ) -> Result<Plugin, ConfigError> {
        let foreign = [
            ("component", written.component.is_some()),
            ("digest", written.digest.is_some()),
            ("grants", written.grants.is_some()),
            ("limits", written.limits.is_some()),
            ("config", written.config.is_some()),
        ];
        self.refuse(
            path,
            &foreign,
            "this key is for the type \"wasm\" only, as in { type: wasm, component: \"builtin:fold\", config: … }",
        )?;
        let plugins = self.stack.plugins();
        let kinds = self.kinds();
        let Some((home, base)) = plugins.get(kind).filter(|_| kinds.contains(&kind)) else {
            let message = format!("there is no type {}{}", quoted(kind), advice(kind, &kinds));
            return Err(self.document.error(&path.key("type"), message));
        };
        let mut config = match &base.config {
            Some(Value::Object(config)) => config.clone(),
            _ => Map::new(),
        };
        if let Some(program) = &written.path {
            config.insert("path".into(), self.program(path, program)?.into());
        }
        if let Some(args) = &written.args {
            config.insert("args".into(), args.clone().into());
        }
        for (key, count) in
            [("max_stdout_bytes", written.max_stdout_bytes), ("max_stderr_bytes", written.max_stderr_bytes)]
        {
            if let Some(count) = count {
                config.insert(key.into(), count.0.into());
            }
        }
        let wants_path = base.grants.iter().flat_map(|grants| grants.process.iter().flatten());
        if !config.contains_key("path")
            && wants_path.into_iter().any(|program| program.as_os_str() == PATH_OF_CONFIG)
        {
            let message =
                format!("the key \"path\" is missing: a provider of type {} runs a program", quoted(kind));
            return Err(self.document.error(path, message));
        }
        let own = written::Plugin { config: Some(Value::Object(config)), ..(*base).clone() };
        let at = KeyPath::of(&["plugins", kind]);
        let mut plugin = plugin::Context::new(self.stack, self.root)?.plugin(id, home, &at, &own)?;
        plugin.place = self.document.place(path);
        Ok(plugin)
    }

    /// A program as it is handed on: a bare name stays one, every other path starts at the folder of the file.
    fn program(&self, path: &KeyPath, program: &Path) -> Result<String, ConfigError> {
        let refuse = |message: &str| Err(self.document.error(&path.key("path"), message));
        let Some(text) = program.to_str() else { return refuse("the path is not UTF-8") };
        if text.is_empty() || text.contains('\0') {
            return refuse("expected the path of a program, or a name that is looked up in PATH");
        }
        if text.contains(['/', std::path::MAIN_SEPARATOR]) {
            return Ok(self.document.absolute(program).to_string_lossy().into_owned());
        }
        Ok(text.to_owned())
    }

    /// What an optimizer may have: it sees a text and gives another, so that nothing of the workspace is its business.
    fn check_grants(&self, path: &KeyPath, plugin: &Plugin) -> Result<(), ConfigError> {
        let Grants { process, env, clock, random, .. } = plugin.grants.clone();
        if plugin.grants == (Grants { process, env, clock, random, ..Grants::none() }) {
            return Ok(());
        }
        let message = "an optimizer can be granted process, env, clock and random, and nothing else";
        Err(self.document.error(&path.key("grants"), message))
    }

    fn refuse(&self, path: &KeyPath, keys: &[(&str, bool)], message: &str) -> Result<(), ConfigError> {
        match keys.iter().find(|(_, is_written)| *is_written) {
            Some((key, _)) => Err(self.document.key_error(&path.key(key), message)),
            None => Ok(()),
        }
    }

    /// Every type that there is: plugins that no profile has as a tool.
    fn kinds(&self) -> Vec<&str> {
        let tools: BTreeSet<&str> = self.stack.tool_plugins().collect();
        let plugins = self.stack.plugins().into_keys().filter(|id| !tools.contains(id));
        plugins.chain([WASM]).collect()
    }
}

impl written::ToolOptimizers {
    /// All but the providers, which are replaced whole.
    fn stages_over(&self, base: &Self) -> Self {
        let calls = |tools: &Option<written::OptimizedTools>| {
            tools.clone().and_then(|tools| tools.shell_function_calls).unwrap_or_default()
        };
        let (upper, lower) = (calls(&self.tools), calls(&base.tools));
        let (rewrite, under_rewrite) = (self.command_rewrite.clone(), base.command_rewrite.clone());
        let (rewrite, under_rewrite) = (rewrite.unwrap_or_default(), under_rewrite.unwrap_or_default());
        let (reduce, under_reduce) = (self.output_reduce.clone(), base.output_reduce.clone());
        let (reduce, under_reduce) = (reduce.unwrap_or_default(), under_reduce.unwrap_or_default());
        Self {
            enabled: self.enabled.or(base.enabled),
            tools: Some(written::OptimizedTools {
                shell_function_calls: Some(written::ShellFunctionCalls {
                    enabled: upper.enabled.or(lower.enabled),
                    names: upper.names.filter(|names| !names.is_empty()).or(lower.names),
                    command_arg_path: upper.command_arg_path.or(lower.command_arg_path),
                }),
            }),
            command_rewrite: Some(written::CommandRewrite {
                enabled: rewrite.enabled.or(under_rewrite.enabled),
                streaming_mode: rewrite.streaming_mode.or(under_rewrite.streaming_mode),
                timeout_ms: rewrite.timeout_ms.or(under_rewrite.timeout_ms),
                acceptance: rewrite.acceptance.or(under_rewrite.acceptance),
            }),
            output_reduce: Some(written::OutputReduce {
                enabled: reduce.enabled.or(under_reduce.enabled),
                timeout_ms: reduce.timeout_ms.or(under_reduce.timeout_ms),
                min_input_bytes: reduce.min_input_bytes.or(under_reduce.min_input_bytes),
                max_input_bytes: reduce.max_input_bytes.or(under_reduce.max_input_bytes),
                acceptance: reduce.acceptance.or(under_reduce.acceptance),
            }),
            providers: None,
        }
    }

    fn complete(self) -> Result<ToolOptimizers, &'static str> {
        let calls = self.tools.and_then(|tools| tools.shell_function_calls).ok_or("tools")?;
        let rewrite = self.command_rewrite.ok_or("command_rewrite")?;
        let reduce = self.output_reduce.ok_or("output_reduce")?;
        let millis = |count: written::Count| Duration::from_millis(count.0);
        let unless_zero = |count: Option<written::Count>| {
            count.ok_or("output_reduce").map(|count| Some(count.0).filter(|count| *count > 0))
        };
        Ok(ToolOptimizers {
            enabled: self.enabled.ok_or("enabled")?,
            shell_function_calls: ShellFunctionCalls {
                enabled: calls.enabled.ok_or("tools")?,
                names: calls.names.ok_or("tools")?,
                command_arg_path: calls.command_arg_path.ok_or("tools")?,
            },
            command_rewrite: CommandRewrite {
                enabled: rewrite.enabled.ok_or("command_rewrite")?,
                timeout: rewrite.timeout_ms.map(millis).ok_or("command_rewrite")?,
                acceptance: rewrite.acceptance.ok_or("command_rewrite")?,
            },
            output_reduce: OutputReduce {
                enabled: reduce.enabled.ok_or("output_reduce")?,
                timeout: unless_zero(reduce.timeout_ms)?.map(Duration::from_millis),
                min_input_bytes: unless_zero(reduce.min_input_bytes)?,
                max_input_bytes: unless_zero(reduce.max_input_bytes)?,
                acceptance: reduce.acceptance.ok_or("output_reduce")?,
            },
            providers: Vec::new(),
            faults: Vec::new(),
        })
    }
}

/// Programs and components that a block names, for the question what runs when a file is trusted.
pub(crate) fn named(optimizers: &written::ToolOptimizers) -> impl Iterator<Item = Named<'_>> {
    optimizers.providers.iter().flatten().flat_map(|provider| {
        let component = match &provider.component {
            Some(written::Component::File(path)) => Some(Named::Component(path)),
            _ => None,
        };
        let granted = provider.grants.iter().flat_map(|grants| grants.process.iter().flatten());
        let programs = provider.path.iter().chain(granted).map(Named::Program);
        component.into_iter().chain(programs)
    })
}

/// Something that runs.
pub(crate) enum Named<'a> {
    Component(&'a PathBuf),
    Program(&'a PathBuf),
}
