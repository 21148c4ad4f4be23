//! What `cargo build` makes of a plugin: a component that imports the interfaces which it calls and no
//! others, with its metadata in it, once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use wasmparser::{Parser, Payload};

/// The folder with every component of the repository, built once for all tests here.
fn components() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let build = Command::new(root.join("scripts/components")).arg("--fixtures").output().unwrap();
        assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
        root.join("target/components/wasm")
    })
}

/// Imports of the component and the texts of its metadata sections.
fn read(name: &str) -> (BTreeSet<String>, Vec<String>) {
    let bytes = std::fs::read(components().join(format!("{name}.wasm"))).unwrap();
    let (mut imports, mut sections) = (BTreeSet::new(), Vec::new());
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload.unwrap() {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) if depth > 0 => depth -= 1,
            Payload::ComponentImportSection(section) if depth == 0 => {
                imports.extend(section.into_iter().map(|import| import.unwrap().name.name.to_owned()));
            }
            Payload::CustomSection(section) if section.name() == "toolhost:plugin" => {
                sections.push(String::from_utf8(section.data().to_vec()).unwrap());
            }
            _ => {}
        }
    }
    (imports, sections)
}

/// The interfaces that the component exports.
fn exports(name: &str) -> Vec<String> {
    let bytes = std::fs::read(components().join(format!("{name}.wasm"))).unwrap();
    let (mut names, mut depth) = (Vec::new(), 0);
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload.unwrap() {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) if depth > 0 => depth -= 1,
            Payload::ComponentExportSection(section) if depth == 0 => {
                names.extend(section.into_iter().map(|export| export.unwrap().name.name.to_owned()));
            }
            _ => {}
        }
    }
    names
}

#[test]
fn a_component_imports_what_it_calls() {
    let table: &[(&str, &[&str])] = &[
        ("noop", &["spool", "types"]),
        ("no_metadata", &["spool", "types"]),
        ("conformance", &["context", "spool", "types"]),
        ("exec_command", &["context", "spool", "terminal", "types"]),
        ("write_stdin", &["context", "spool", "terminal", "types"]),
        ("apply_patch", &["context", "spool", "types", "workspace-edit", "workspace"]),
        ("greedy", &["spool", "terminal", "types"]),
        ("sneaky", &["spool", "terminal", "types"]),
        ("bad_optimizer", &["context", "types"]),
        ("runner", &["process", "spool", "types"]),
        ("optimizers/noop", &["types"]),
        ("optimizers/rtk_cli", &["context", "process", "types"]),
        ("optimizers/exec_json", &["context", "process", "types"]),
        ("optimizers/fold", &["context", "types"]),
    ];
    for (name, expected) in table {
        let (imports, _) = read(name);
        let own = imports.iter().filter(|import| !import.starts_with("wasi:"));
        let expected = expected.iter().map(|interface| format!("toolhost:plugin/{interface}@0.1.0"));
        assert!(own.eq(&expected.collect::<Vec<_>>()), "{name}: {imports:?}");
    }
}

#[test]
fn a_component_exports_a_tool_or_an_optimizer() {
    let table =
        [("exec_command", "tool"), ("optimizers/noop", "optimizer"), ("optimizers/rtk_cli", "optimizer")];
    for (name, expected) in table {
        assert_eq!(exports(name), [format!("toolhost:plugin/{expected}@0.1.0")], "{name}");
    }
}

#[test]
fn another_wit_version_is_seen_in_the_imports() {
    let (imports, sections) = read("wrong_wit");
    assert!(imports.contains("toolhost:plugin/context@0.9.0"));
    assert!(sections[0].starts_with(r#"{"wit":"0.9.0""#));
}

#[test]
fn the_metadata_is_in_the_component_once() {
    let table = [
        ("exec_command", 1),
        ("write_stdin", 1),
        ("apply_patch", 1),
        ("noop", 1),
        ("hostile", 1),
        ("wrong_wit", 1),
        ("optimizers/noop", 1),
        ("optimizers/rtk_cli", 1),
        ("no_metadata", 0),
    ];
    for (name, count) in table {
        let (_, sections) = read(name);
        assert_eq!(sections.len(), count, "{name}");
        for section in sections {
            let metadata: serde_json::Value = serde_json::from_str(&section).unwrap();
            assert_eq!(metadata["name"], name.trim_start_matches("optimizers/"));
        }
    }
}
