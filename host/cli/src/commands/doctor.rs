//! `toolhost doctor`: what is enforced here, what is not, and why.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use toolhost_config::{Acceptance, Limits, Os};
use toolhost_optimizer::{EXTERNAL_CALLS, INSPECTED_BYTES, PROVIDER_CALLS_PER_STAGE, Stage};
use toolhost_runtime::{Allocator, CacheFact, Facts};
use toolhost_session::ToolDescription;

use crate::arguments::Global;
use crate::environment::{self, Folders};
use crate::output;
use crate::wiring::{self, Calls, Wired};

/// Prints the report; exit code 2 if something of the profile is not served.
pub(crate) fn run(global: &Global, folders: &Folders) -> anyhow::Result<ExitCode> {
    let wired = wiring::wire_silently(global, folders, Calls::Described)?;
    for complaint in wired.faults.iter().chain(&wired.events) {
        complaint.say();
    }
    let mut report = String::new();
    let faults = wired.host.faults();
    for (title, lines) in [
        ("Configuration", configuration(&wired)),
        ("Tools", tools(&wired)),
        ("Tool optimizers", optimizers(&wired)),
        ("Not served", faults.clone()),
        ("Ignored in the workspace's configuration", wired.configuration.notices()),
        ("WebAssembly", engine(wired.engine.facts())),
        ("Limits of one call", limits(&wired)),
        ("Commands", commands()),
        ("Calls from the command line", calls(&wired, folders)),
        ("Folders", paths(&wired, folders)),
    ] {
        if !lines.is_empty() {
            let _ = writeln!(report, "{title}");
            for line in lines {
                let _ = writeln!(report, "  {line}");
            }
        }
    }
    output::text(&report)?;
    Ok(ExitCode::from(if faults.is_empty() { 0 } else { 2 }))
}

fn configuration(wired: &Wired) -> Vec<String> {
    let configuration = &wired.configuration;
    let mut lines = vec![
        format!("toolhost {}, profile {}", env!("CARGO_PKG_VERSION"), wired.host.profile()),
        format!("workspace {}", configuration.workspace.display()),
    ];
    lines.push(match &configuration.user {
        Some(file) => format!("user's file {}", file.display()),
        None => "no file of the user's; the built-in configuration serves".to_owned(),
    });
    if let Some((file, trusted)) = &configuration.workspace_file {
        let trust = if *trusted { "trusted" } else { "not trusted: it can only choose and tighten" };
        lines.push(format!("workspace's file {}, {trust}", file.display()));
    }
    lines
}

fn tools(wired: &Wired) -> Vec<String> {
    let profile = wired.configuration.resolved.active();
    let entries = profile.map(|profile| profile.tools.as_slice()).unwrap_or_default();
    let names = |tools: Vec<ToolDescription>| {
        let names: Vec<String> = tools.into_iter().map(|tool| tool.name).collect();
        names.join(", ")
    };
    let mut lines = vec![format!("served: {}", names(wired.host.tools()))];
    let deferred = names(wired.host.deferred_tools());
    if !deferred.is_empty() {
        lines.push(format!("found by a search only: {deferred}"));
    }
    lines.extend(entries.iter().map(|entry| {
        let plugin = &entry.plugin;
        format!("{}: {}, written at {}", entry.label(), plugin.component, plugin.place)
    }));
    lines
}

/// The stages that are on, and the providers in their order.
fn optimizers(wired: &Wired) -> Vec<String> {
    let Some(profile) = wired.configuration.resolved.active() else { return Vec::new() };
    let optimizers = &profile.tool_optimizers;
    if !optimizers.enabled {
        return vec!["off".to_owned()];
    }
    let serving = wired.host.optimizer();
    let calls = &optimizers.shell_function_calls;
    let asked = |stage: Stage| match serving.asked(stage).collect::<Vec<_>>().as_slice() {
        [] if !calls.enabled => {
            "looks at no call, since tools.shell_function_calls is off: nothing is changed".to_owned()
        }
        [] => "asks nobody, since no provider that is enabled and served is for it: nothing is changed"
            .to_owned(),
        ids => format!("asks {}", ids.join(", ")),
    };
    let (rewrite, reduce) = (&optimizers.command_rewrite, &optimizers.output_reduce);
    let rewrite = if rewrite.enabled {
        let (time, asked) = (rewrite.timeout.as_millis(), asked(Stage::CommandRewrite));
        format!("on, {time} ms a turn, acceptance {}; {asked}", word(rewrite.acceptance))
    } else {
        "off".to_owned()
    };
    let bound = |bytes: Option<u64>| bytes.map_or_else(|| "any".to_owned(), |bytes| bytes.to_string());
    let reduce = if reduce.enabled {
        let time = reduce
            .timeout
            .map_or_else(|| "no deadline".to_owned(), |time| format!("{} ms a turn", time.as_millis()));
        let (least, most) = (bound(reduce.min_input_bytes), bound(reduce.max_input_bytes));
        let asked = match (reduce.min_input_bytes, reduce.max_input_bytes) {
            (Some(least), Some(most)) if least > most => {
                "no output has as many: nothing is changed".to_owned()
            }
            _ => asked(Stage::OutputReduce),
        };
        format!("on, {time}, {least} to {most} bytes, acceptance {}; {asked}", word(reduce.acceptance))
    } else {
        "off".to_owned()
    };
    let mut lines = vec![
        format!("command_rewrite: {rewrite}"),
        format!("output_reduce: {reduce}"),
        format!(
            "at most {PROVIDER_CALLS_PER_STAGE} calls of providers in a stage and turn, and {EXTERNAL_CALLS} programs at once; \
             outputs of more than {INSPECTED_BYTES} bytes stay as they are"
        ),
        "the tools here say which of them run commands: `names` and `command_arg_path` are for the proxy, which is not in \
         this version"
            .to_owned(),
    ];
    lines.extend(optimizers.providers.iter().map(|provider| {
        if !serving.has(&provider.id) {
            return format!("{}: not served, see below", provider.id);
        }
        let plugin = &provider.plugin;
        let programs = plugin.grants.process.iter().map(|program| format!(", runs {}", found(program)));
        let runs: String = programs.collect();
        format!("{}: {}{runs}, written at {}", provider.id, plugin.component, plugin.place)
    }));
    lines
}

fn word(acceptance: Acceptance) -> &'static str {
    match acceptance {
        Acceptance::Off => "off",
        Acceptance::Strict => "strict",
    }
}

/// A program with where it is, or that it is not there.
fn found(program: &Path) -> String {
    let name = program.display();
    let is_bare = !program.is_absolute();
    match environment::program(program) {
        Some(path) if is_bare => format!("{name} ({})", path.display()),
        Some(_) => name.to_string(),
        None if is_bare => format!("{name}, which is in no folder of PATH: nothing is changed by it"),
        None => format!("{name}, which is no program: nothing is changed by it"),
    }
}

fn engine(facts: &Facts) -> Vec<String> {
    let allocator = match &facts.allocator {
        Allocator::Pooling { slots } => format!("pooling, {slots} slots"),
        Allocator::OnDemand { why } => format!("on demand, because the pool cannot be had: {why}"),
        Allocator::Small { why } => format!("on demand with small reservations, because {why}"),
    };
    let cache = match &facts.cache {
        CacheFact::Off => "none".to_owned(),
        CacheFact::Used(folder) => format!("in {}", folder.display()),
        CacheFact::Refused { dir, why } => format!("not used: {}: {why}", dir.display()),
    };
    vec![
        format!("toolhost:plugin {}; interfaces: {}", facts.wit_version, facts.interfaces.join(", ")),
        format!("sandboxes: {allocator}; a fresh one for each call"),
        format!("calls at a time: {} computing, {} in all", facts.parallel_calls, facts.live_calls),
        format!("a guest is interrupted every {:?}; its stack is {} bytes", facts.tick, facts.wasm_stack),
        format!("compiled code: {cache}"),
    ]
}

fn limits(wired: &Wired) -> Vec<String> {
    let profile = wired.configuration.resolved.active();
    let entries = profile.map(|profile| profile.tools.as_slice()).unwrap_or_default();
    entries.iter().map(|entry| format!("{}: {}", entry.label(), one_limits(&entry.limits))).collect()
}

fn one_limits(limits: &Limits) -> String {
    format!(
        "memory {} bytes, {:?}, {} table elements, {} bytes and {} calls to the host, {} handles, {} log lines of {} bytes, \
         result {} bytes, {} bytes printed, {} random bytes",
        limits.memory,
        limits.timeout,
        limits.table_elements,
        limits.hostcall_bytes,
        limits.host_calls,
        limits.handles,
        limits.log_lines,
        limits.log_line_bytes,
        limits.result_bytes,
        limits.stdout_bytes,
        limits.random_bytes,
    )
}

fn commands() -> Vec<String> {
    let trees = match environment::os() {
        Os::Linux | Os::Wsl => {
            "each is a process tree behind a reaper (a child subreaper): none of it survives its end, nor the host's, \
             even by SIGKILL"
        }
        Os::MacOs => {
            "each is a process tree behind a reaper; without a subreaper, a process that leaves its parent and its \
             group escapes. This platform's code was compiled, and never run"
        }
        Os::Windows => {
            "each is in a job object that ends with the host. This platform's code was compiled, and never run"
        }
    };
    vec![
        format!("trees: {trees}"),
        "sandbox: none. A command can do all that you can do; a component can do only what it is granted"
            .to_owned(),
        "network: allowed, and not filtered".to_owned(),
    ]
}

/// Whether a host stands by for a call from here.
fn calls(wired: &Wired, folders: &Folders) -> Vec<String> {
    vec![match standing(&wired.configuration.workspace, folders) {
        Some(host) => format!("a host stands by for this workspace and environment, process {host}"),
        None => "no host stands by for this workspace and environment: each has a host of its own".to_owned(),
    }]
}

#[cfg(unix)]
fn standing(workspace: &Path, folders: &Folders) -> Option<u32> {
    crate::standing::process(folders, &environment::mark(workspace).ok()?)
}

/// Hosts stand by behind sockets that are not there.
#[cfg(not(unix))]
fn standing(_: &Path, _: &Folders) -> Option<u32> {
    None
}

fn paths(wired: &Wired, folders: &Folders) -> Vec<String> {
    vec![
        format!("outputs {}", wired.spools.folder().display()),
        format!("state {}", folders.state.display()),
        format!("cache {}", folders.cache.display()),
    ]
}
