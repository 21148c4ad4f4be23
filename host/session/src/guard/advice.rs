//! Which commands would verify the code of a workspace, told from the files at its root.

use super::Verifier;

/// The most commands that are named.
const MOST: usize = 6;

/// A file at the root of a workspace, and what verifies where it is.
const MARKERS: &[(&str, &[&str])] = &[
    ("Cargo.toml", &["cargo test", "cargo check"]),
    ("go.mod", &["go test ./...", "go vet ./..."]),
    ("pyproject.toml", &["pytest"]),
    ("pytest.ini", &["pytest"]),
    ("setup.py", &["pytest"]),
    ("tox.ini", &["tox"]),
    ("pom.xml", &["mvn test"]),
    ("gradlew", &["./gradlew test"]),
    ("build.gradle", &["gradle test"]),
    ("build.gradle.kts", &["gradle test"]),
    ("build.sbt", &["sbt test"]),
    ("Gemfile", &["bundle exec rake test"]),
    ("composer.json", &["composer test"]),
    ("mix.exs", &["mix test"]),
    ("Package.swift", &["swift test"]),
    ("build.zig", &["zig build test"]),
    ("deno.json", &["deno test"]),
    ("stack.yaml", &["stack test"]),
    ("dune-project", &["dune test"]),
    ("pubspec.yaml", &["dart test"]),
    ("CMakeLists.txt", &["ctest --test-dir build"]),
    ("meson.build", &["meson test -C build"]),
    ("MODULE.bazel", &["bazel test //..."]),
    ("foundry.toml", &["forge test"]),
    ("flake.nix", &["nix flake check"]),
    ("tsconfig.json", &["npx tsc --noEmit"]),
];

/// A lock file, and the program that runs the scripts of its `package.json`; without one it is npm.
const PACKAGE_MANAGERS: &[(&str, &str)] =
    &[("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun"), ("bun.lockb", "bun")];

/// Scripts of a `package.json` that are named, the best first.
const SCRIPTS: &[&str] = &["test", "typecheck", "type-check", "lint", "check", "build"];

/// Files with named recipes, and the program that runs one.
const RECIPES: &[(&str, &str)] = &[
    ("Makefile", "make"),
    ("makefile", "make"),
    ("GNUmakefile", "make"),
    ("justfile", "just"),
    ("Justfile", "just"),
];

/// Recipes that are named, the best first.
const TARGETS: &[&str] = &["test", "check", "lint", "build", "all"];

/// Commands that verify in a workspace: the profile's own first, then what its files speak for. `file` gives the text of
/// a file at the root.
pub(super) fn verifications(file: &dyn Fn(&str) -> Option<String>, configured: &[Verifier]) -> Vec<String> {
    let has = |name: &str| file(name).is_some();
    let mut commands: Vec<String> = configured.iter().map(|verifier| verifier.text.clone()).collect();
    let marked = MARKERS.iter().filter(|(name, _)| has(name)).flat_map(|(_, commands)| commands.iter());
    commands.extend(marked.map(ToString::to_string));
    if let Some(manifest) = file("package.json") {
        let manager =
            PACKAGE_MANAGERS.iter().find(|(lock, _)| has(lock)).map_or("npm", |(_, manager)| manager);
        commands.extend(scripts(&manifest).map(|script| format!("{manager} run {script}")));
    }
    for (name, runner) in RECIPES {
        if let Some(text) = file(name) {
            commands.extend(targets(&text).map(|target| format!("{runner} {target}")));
        }
    }
    let mut unique = Vec::new();
    for command in commands {
        if unique.len() < MOST && !unique.contains(&command) {
            unique.push(command);
        }
    }
    unique
}

/// Scripts that a `package.json` has.
fn scripts(manifest: &str) -> impl Iterator<Item = &'static str> {
    let manifest: serde_json::Value = serde_json::from_str(manifest).unwrap_or_default();
    SCRIPTS.iter().copied().filter(move |script| manifest["scripts"][script].is_string())
}

/// Recipes that a Makefile or a justfile has: a line that begins with the name and has a colon.
fn targets(text: &str) -> impl Iterator<Item = &'static str> {
    let has = |target: &str| {
        text.lines().any(|line| {
            let names = line.split_once(':').map(|(names, _)| names);
            names.is_some_and(|names| {
                !line.starts_with(['\t', ' ', '#']) && names.split_whitespace().any(|name| name == target)
            })
        })
    };
    TARGETS.iter().copied().filter(|target| has(target)).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn named(files: &[(&str, &str)], configured: &[&str]) -> Vec<String> {
        let file =
            |wanted: &str| files.iter().find(|(name, _)| *name == wanted).map(|(_, text)| (*text).to_owned());
        let configured: Vec<Verifier> = configured.iter().filter_map(|text| Verifier::read(text)).collect();
        verifications(&file, &configured)
    }

    #[test]
    fn the_files_of_a_workspace_say_what_verifies_it() {
        let package = r#"{"scripts": {"test": "jest", "build": "tsc", "start": "node ."}}"#;
        let makefile = "CC := gcc\n.PHONY: test\n\nall test: a.o\n\techo check: x\n# lint: no\n";
        type Files<'a> = &'a [(&'a str, &'a str)];
        let rows: [(Files<'_>, &[&str]); 6] = [
            (&[], &[]),
            (&[("Cargo.toml", "")], &["cargo test", "cargo check"]),
            (&[("package.json", package)], &["npm run test", "npm run build"]),
            (&[("package.json", package), ("pnpm-lock.yaml", "")], &["pnpm run test", "pnpm run build"]),
            (&[("package.json", "{")], &[]),
            (&[("Makefile", makefile)], &["make test", "make all"]),
        ];
        for (files, expected) in rows {
            assert_eq!(named(files, &[]), expected, "{files:?}");
        }
        assert_eq!(
            named(&[("go.mod", "")], &["./check.sh"]),
            ["./check.sh", "go test ./...", "go vet ./..."]
        );
    }

    #[test]
    fn every_command_that_is_named_counts() {
        let reader = crate::guard::Reader { workspace: Path::new("/w"), verifiers: &[] };
        let scripts = SCRIPTS.iter().flat_map(|script| {
            PACKAGE_MANAGERS.iter().map(move |(_, runner)| format!("{runner} run {script}"))
        });
        let recipes = TARGETS
            .iter()
            .flat_map(|target| RECIPES.iter().map(move |(_, runner)| format!("{runner} {target}")));
        let markers = MARKERS.iter().flat_map(|(_, commands)| commands.iter()).map(ToString::to_string);
        for command in markers.chain(scripts).chain(recipes) {
            assert_eq!(reader.read(&command).reading, crate::guard::Reading::Verifies, "{command}");
        }
    }
}
