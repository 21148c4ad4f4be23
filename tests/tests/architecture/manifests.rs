//! Which crate may import which, as `cargo metadata` sees it.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::sources::{none, root};

/// Of our crates, those that each may import; its tests may import what those import, too. Fixtures may import the
/// SDK and nothing else.
const ARROWS: &[(&str, &[&str])] = &[
    ("toolhost-reaper", &[]),
    // The protocol that it speaks with the reaper.
    ("toolhost-capability", &["toolhost-reaper"]),
    // The words of a command line.
    ("toolhost-acceptance", &["toolhost-capability"]),
    // What it asks before it believes a provider.
    ("toolhost-optimizer", &["toolhost-acceptance", "toolhost-capability"]),
    ("toolhost-search", &["toolhost-capability", "toolhost-syntax"]),
    ("toolhost-config", &[]),
    ("toolhost-runtime", &["toolhost-capability", "toolhost-search"]),
    (
        "toolhost-loader",
        &["toolhost-capability", "toolhost-config", "toolhost-optimizer", "toolhost-runtime"],
    ),
    (
        "toolhost-session",
        &[
            "toolhost-capability",
            "toolhost-config",
            "toolhost-loader",
            "toolhost-optimizer",
            "toolhost-runtime",
        ],
    ),
    ("toolhost-mcp", &["toolhost-session"]),
    ("toolhost-store", &[]),
    ("toolhost-syntax", &[]),
    ("toolhost-control", &[]),
    // It starts in less than a millisecond, which nothing large would let it.
    ("toolhost-launcher", &["toolhost-control"]),
    (
        "toolhost",
        &[
            "toolhost-capability",
            "toolhost-config",
            "toolhost-control",
            "toolhost-loader",
            "toolhost-mcp",
            "toolhost-optimizer",
            "toolhost-runtime",
            "toolhost-session",
            "toolhost-store",
        ],
    ),
    ("toolhost-plugin-macros", &[]),
    ("toolhost-plugin", &["toolhost-plugin-macros"]),
    ("toolhost-terminal-policy", &["toolhost-plugin"]),
    ("toolhost-apply-patch", &["toolhost-plugin"]),
    ("toolhost-code-search", &["toolhost-plugin"]),
    ("toolhost-search-tools", &["toolhost-plugin"]),
    ("toolhost-exec-command", &["toolhost-plugin", "toolhost-terminal-policy"]),
    ("toolhost-write-stdin", &["toolhost-plugin", "toolhost-terminal-policy"]),
    ("toolhost-noop", &["toolhost-plugin"]),
    ("toolhost-rtk-cli", &["toolhost-plugin"]),
    ("toolhost-exec-json", &["toolhost-plugin"]),
    ("toolhost-fold", &["toolhost-plugin"]),
    // It drives the program from outside.
    ("toolhost-tests", &[]),
    // Its bench measures calls within the process, beside wasmtime alone, and the program's memory of optimizers.
    ("toolhost-speed", &["toolhost-session", "toolhost-store"]),
];

/// Crates of others that only some of ours may import, whole families by their first letters. Test dependencies do
/// not count.
const RESERVED: &[(&str, &[&str])] = &[
    ("wasmtime", &["toolhost-runtime"]),
    ("wasmparser", &["toolhost-runtime"]),
    ("wit-bindgen", &["toolhost-plugin"]),
    // A search opens as many files as there are, by calls that are not worth a detour.
    ("cap-std", &["toolhost-capability", "toolhost-search"]),
    ("cap-fs-ext", &["toolhost-capability", "toolhost-search"]),
    ("portable-pty", &["toolhost-capability"]),
    (
        "rustix",
        &[
            "toolhost-capability",
            "toolhost-control",
            "toolhost-reaper",
            "toolhost-runtime",
            "toolhost-search",
        ],
    ),
    // Only for what neither std nor rustix offers.
    ("libc", &["toolhost-reaper"]),
    ("rusqlite", &["toolhost-store"]),
    ("rmcp", &["toolhost-mcp"]),
    ("axum", &["toolhost-mcp"]),
    ("anyhow", &["toolhost"]),
    ("clap", &["toolhost"]),
    ("etcetera", &["toolhost", "toolhost-launcher"]),
    ("tracing-subscriber", &["toolhost"]),
    ("serde-saphyr", &["toolhost-config"]),
];

const FIXTURE: &str = "toolhost-fixture-";

struct Package {
    name: String,
    license: String,
    manifest: String,
    /// Name, whether it is ours, whether it is for tests only.
    dependencies: Vec<(String, bool, bool)>,
}

fn packages() -> BTreeMap<String, Package> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter().map(|package| Package {
        name: text(&package["name"]),
        license: text(&package["license"]),
        manifest: std::fs::read_to_string(package["manifest_path"].as_str().unwrap()).unwrap(),
        dependencies: package["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|dependency| {
                (text(&dependency["name"]), dependency["path"].is_string(), dependency["kind"] == "dev")
            })
            .collect(),
    });
    packages.map(|package| (package.name.clone(), package)).collect()
}

#[test]
fn crates_import_along_the_arrows() {
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut found = Vec::new();
    for (name, package) in packages() {
        let allowed = match arrows.get(name.as_str()) {
            Some(allowed) => allowed,
            None if name.starts_with(FIXTURE) => &["toolhost-plugin"][..],
            None => {
                found.push(format!("{name}: not in the table of arrows"));
                continue;
            }
        };
        for (dependency, _, for_tests) in package.dependencies.iter().filter(|(_, ours, _)| *ours) {
            let reached = *for_tests && below(&arrows, allowed).contains(&dependency.as_str());
            if !reached && !allowed.contains(&dependency.as_str()) {
                found.push(format!("{name} must not import {dependency}"));
            }
        }
    }
    none(found);
}

/// All that can be reached from `start` along the arrows.
fn below<'a>(arrows: &BTreeMap<&str, &[&'a str]>, start: &[&'a str]) -> Vec<&'a str> {
    let mut reached = start.to_vec();
    let mut next = 0;
    while let Some(name) = reached.get(next) {
        reached.extend(arrows.get(name).into_iter().copied().flatten());
        next += 1;
    }
    reached
}

#[test]
fn the_table_of_arrows_names_crates_that_exist() {
    let packages = packages();
    let missing = ARROWS.iter().filter(|(name, _)| !packages.contains_key(*name));
    none(missing.map(|(name, _)| (*name).to_owned()).collect());
}

#[test]
fn libraries_of_others_stay_where_they_belong() {
    let mut found = Vec::new();
    for (name, package) in packages() {
        if name.starts_with(FIXTURE) {
            continue;
        }
        for (dependency, _, for_tests) in &package.dependencies {
            let reserved = RESERVED.iter().find(|(prefix, _)| {
                dependency
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
            });
            if let Some((_, allowed)) = reserved
                && !for_tests
                && !allowed.contains(&name.as_str())
            {
                found.push(format!("{name} must not import {dependency}"));
            }
        }
    }
    none(found);
}

/// Each library that the launcher imports is loaded by every command line.
#[test]
fn the_launcher_stays_small() {
    let packages = packages();
    let of = |name: &str| packages[name].dependencies.iter().filter(|(_, _, for_tests)| !for_tests);
    let found = of("toolhost-launcher").chain(of("toolhost-control"));
    let allowed = ["etcetera", "rustix", "serde", "serde_json", "sha2", "thiserror", "toolhost-control"];
    let large = found.filter(|(name, ..)| !allowed.contains(&name.as_str()));
    none(large.map(|(name, ..)| format!("the launcher must not import {name}")).collect());
}

#[test]
fn every_crate_inherits_lints_and_licence() {
    let mut found = Vec::new();
    for (name, package) in packages() {
        if !package.manifest.contains("[lints]\nworkspace = true") {
            found.push(format!("{name}: no `[lints] workspace = true`"));
        }
        if package.license != "MIT OR Apache-2.0" {
            found.push(format!("{name}: licence {:?}", package.license));
        }
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        if !root().join(file).is_file() {
            found.push(format!("{file} is missing"));
        }
    }
    none(found);
}
