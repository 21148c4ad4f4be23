//! Which imports a component may have: WASI, always and with an empty context, and of our own interfaces the ones
//! that are served and granted. What is not granted is not linked.

use wasmtime::component::{HasSelf, Linker};

use crate::bindings::toolhost::plugin;
use crate::error::{ImportProblem, LoadCause};
use crate::grants::{Access, Grants};
use crate::state::CallState;

/// The WIT package of ours.
pub(crate) const PACKAGE: &str = "toolhost:plugin";
/// The version of it that this host serves.
pub(crate) const WIT_VERSION: &str = "0.1.0";
/// The SDK that builds for it.
pub(crate) const SDK: &str = "toolhost-plugin 0.1";

/// Packages of WASI 0.2. All their interfaces are linked; the context behind them is empty.
const WASI: [&str; 6] =
    ["wasi:cli", "wasi:clocks", "wasi:filesystem", "wasi:io", "wasi:random", "wasi:sockets"];

/// One of our interfaces that can be imported.
struct Interface {
    name: &'static str,
    /// None: it reaches nowhere and is always linked.
    grant: Option<Grant>,
}

/// What it takes to import an interface.
struct Grant {
    name: &'static str,
    /// The line under `grants` of the configuration that gives it.
    line: &'static str,
    held: fn(&Grants) -> bool,
}

const fn free(name: &'static str) -> Interface {
    Interface { name, grant: None }
}

const fn granted(name: &'static str, grant: Grant) -> Interface {
    Interface { name, grant: Some(grant) }
}

const INTERFACES: [Interface; 9] = [
    free("types"),
    free("context"),
    free("spool"),
    granted("terminal", Grant { name: "terminal", line: "terminal: true", held: |grants| grants.terminal }),
    granted(
        "process",
        Grant {
            name: "process",
            line: "process: [/path/to/program]",
            held: |grants| !grants.process.is_empty(),
        },
    ),
    granted(
        "workspace",
        Grant {
            name: "workspace: read",
            line: "workspace: read",
            held: |grants| grants.workspace >= Access::Read,
        },
    ),
    granted(
        "workspace-edit",
        Grant {
            name: "workspace: write",
            line: "workspace: write",
            held: |grants| grants.workspace >= Access::Write,
        },
    ),
    granted("search", Grant { name: "search", line: "search: true", held: |grants| grants.search }),
    granted("catalog", Grant { name: "catalog", line: "catalog: true", held: |grants| grants.catalog }),
];

/// Our interfaces that this host serves.
pub(crate) fn served() -> impl Iterator<Item = &'static str> {
    INTERFACES.iter().map(|interface| interface.name)
}

/// The granted interfaces that a component is linked with, besides those that every component has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Links {
    terminal: bool,
    process: bool,
    workspace: Access,
    search: bool,
    catalog: bool,
}

impl Links {
    /// What effective grants link.
    pub(crate) fn of(effective: &Grants) -> Self {
        Self {
            terminal: effective.terminal,
            process: !effective.process.is_empty(),
            workspace: effective.workspace,
            search: effective.search,
            catalog: effective.catalog,
        }
    }

    pub(crate) fn linker(self, engine: &wasmtime::Engine) -> wasmtime::Result<Linker<CallState>> {
        let mut linker = Linker::new(engine);
        wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
        plugin::types::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        plugin::context::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        plugin::spool::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        if self.terminal {
            plugin::terminal::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        }
        if self.process {
            plugin::process::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        }
        if self.workspace >= Access::Read {
            plugin::workspace::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        }
        if self.workspace >= Access::Write {
            plugin::workspace_edit::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        }
        if self.search {
            plugin::search::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        }
        if self.catalog {
            plugin::catalog::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
        }
        Ok(linker)
    }
}

/// A name such as `toolhost:plugin/terminal@0.1.0`, in its parts.
pub(crate) struct InterfaceName<'a> {
    pub(crate) package: &'a str,
    pub(crate) interface: &'a str,
    pub(crate) version: &'a str,
}

impl<'a> InterfaceName<'a> {
    /// None for what is no interface of a package, such as a bare function.
    pub(crate) fn parse(name: &'a str) -> Option<Self> {
        let (package, rest) = name.split_once('/')?;
        let (interface, version) = rest.split_once('@').unwrap_or((rest, ""));
        Some(Self { package, interface, version })
    }
}

/// Checks a component's imports and grants before anything is compiled.
pub(crate) fn check(imports: &[String], asked: &Grants, granted: &Grants) -> Result<(), LoadCause> {
    let problems: Vec<_> = imports.iter().filter_map(|import| problem(import, asked, granted)).collect();
    if !problems.is_empty() {
        return Err(LoadCause::Imports(problems));
    }
    let effective = asked.intersection(granted);
    // Grants without an interface of their own; later they configure WASI's.
    let unserved: Vec<_> = [
        ("files", !effective.files.is_empty()),
        ("http", !effective.http.is_empty()),
        ("secrets", !effective.secrets.is_empty()),
    ]
    .into_iter()
    .filter_map(|(name, held)| held.then_some(name))
    .collect();
    if unserved.is_empty() { Ok(()) } else { Err(LoadCause::GrantsNotServed(unserved)) }
}

fn problem(import: &str, asked: &Grants, granted: &Grants) -> Option<ImportProblem> {
    let unknown = || Some(ImportProblem::Unknown { import: import.to_owned() });
    let Some(name) = InterfaceName::parse(import) else { return unknown() };
    if name.package != PACKAGE {
        let linked = WASI.contains(&name.package) && name.version.starts_with("0.2.");
        return if linked { None } else { unknown() };
    }
    let Some(interface) = INTERFACES.iter().find(|interface| interface.name == name.interface) else {
        return unknown();
    };
    let grant = interface.grant.as_ref()?;
    if !(grant.held)(asked) {
        Some(ImportProblem::NotAsked { import: import.to_owned(), grant: grant.name })
    } else if !(grant.held)(granted) {
        Some(ImportProblem::NotGranted { import: import.to_owned(), grant: grant.name, line: grant.line })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::LoadError;

    #[test]
    fn each_import_is_linked_or_refused_with_its_reason() {
        let none = Grants::none;
        let terminal = || Grants { terminal: true, ..none() };
        for (import, asked, granted, expected) in [
            ("wasi:cli/environment@0.2.6", none(), none(), ""),
            ("wasi:io/poll@0.2.12", none(), none(), ""),
            ("toolhost:plugin/context@0.1.0", none(), none(), ""),
            ("toolhost:plugin/terminal@0.1.0", terminal(), terminal(), ""),
            (
                "toolhost:plugin/terminal@0.1.0",
                terminal(),
                none(),
                "plugin \"p\": imports toolhost:plugin/terminal@0.1.0, which needs the grant \"terminal\"; \
                 add `terminal: true` to its `grants`",
            ),
            (
                "toolhost:plugin/terminal@0.1.0",
                none(),
                terminal(),
                "plugin \"p\": imports toolhost:plugin/terminal@0.1.0 without asking for the grant \"terminal\"; \
                 its author must add it to the asked grants and build it again",
            ),
            (
                "toolhost:plugin/workspace-edit@0.1.0",
                Grants { workspace: Access::Write, ..none() },
                Grants { workspace: Access::Read, ..none() },
                "plugin \"p\": imports toolhost:plugin/workspace-edit@0.1.0, which needs the grant \"workspace: \
                 write\"; add `workspace: write` to its `grants`",
            ),
            (
                "toolhost:plugin/process@0.1.0",
                none(),
                none(),
                "plugin \"p\": imports toolhost:plugin/process@0.1.0 without asking for the grant \"process\"; \
                 its author must add it to the asked grants and build it again",
            ),
            (
                "wasi:http/outgoing-handler@0.2.6",
                none(),
                none(),
                "plugin \"p\": imports wasi:http/outgoing-handler@0.2.6, which this host does not have",
            ),
            (
                "wasi:cli/run@0.3.0",
                none(),
                none(),
                "plugin \"p\": imports wasi:cli/run@0.3.0, which this host does not have",
            ),
            ("print", none(), none(), "plugin \"p\": imports print, which this host does not have"),
        ] {
            let result = check(&[import.to_owned()], &asked, &granted);
            let message =
                result.err().map(|cause| LoadError::new("p", cause).to_string()).unwrap_or_default();
            assert_eq!(message, expected, "{import}");
        }
    }

    #[test]
    fn a_grant_that_would_not_be_kept_is_refused() {
        let secrets = Grants { secrets: vec!["TOKEN".to_owned()], ..Grants::none() };
        let cause = check(&[], &secrets, &secrets).err();
        assert_eq!(
            cause.map(|cause| cause.to_string()).as_deref(),
            Some("asks for and is granted \"secrets\", which this host does not serve yet")
        );
        assert!(check(&[], &secrets, &Grants::none()).is_ok());
    }
}
