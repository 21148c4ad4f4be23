//! Which commands would verify the code of a workspace, told from the files at its root, in the folders of what was
//! changed, and from what kind of files these are.

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
    ("setup.cfg", &["pytest"]),
    ("tox.ini", &["tox"]),
    ("pom.xml", &["mvn test"]),
    ("gradlew", &["./gradlew test"]),
    ("build.gradle", &["gradle test"]),
    ("build.gradle.kts", &["gradle test"]),
    ("build.sbt", &["sbt test"]),
    ("Gemfile", &["bundle exec rake test"]),
    ("Rakefile", &["rake test"]),
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
    ("WORKSPACE", &["bazel test //..."]),
    ("rebar.config", &["rebar3 eunit"]),
    ("Taskfile.yml", &["task test"]),
    ("Directory.Build.props", &["dotnet test"]),
    ("global.json", &["dotnet test"]),
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

/// The end of a file's name, and what checks such a file.
const CHECKS: &[(&str, &str)] = &[
    ("py", "python -m py_compile"),
    ("js", "node --check"),
    ("mjs", "node --check"),
    ("cjs", "node --check"),
    ("sh", "bash -n"),
    ("bash", "bash -n"),
    ("rb", "ruby -c"),
    ("php", "php -l"),
    ("pl", "perl -c"),
    ("lua", "luac -p"),
    ("json", "python -m json.tool"),
    ("yaml", "yamllint"),
    ("yml", "yamllint"),
    ("md", "markdownlint"),
];

/// How many folders above a changed file are looked at, the deepest first.
const MOST_FOLDERS: usize = 8;

/// What is known of a workspace.
pub(crate) struct Place<'a> {
    /// The text of a file, by its path from the root.
    pub(crate) file: &'a dyn Fn(&str) -> Option<String>,
    /// Paths of files that were changed, from the root.
    pub(crate) changed: &'a [String],
}

/// Commands that verify in a workspace: the profile's own first, then what the files at its root speak for; if there are
/// none, those in the folders of what was changed, and at last those that check one changed file.
pub(super) fn verifications(place: &Place<'_>, configured: &[Verifier]) -> Vec<String> {
    let mut commands: Vec<String> = configured.iter().map(|verifier| verifier.text.clone()).collect();
    commands.extend(of_folder(place.file));
    let folders = folders(place.changed);
    for folder in folders.iter().filter(|folder| is_plain(folder)) {
        if !commands.is_empty() {
            break;
        }
        let found = of_folder(&|name: &str| (place.file)(&format!("{folder}/{name}")));
        commands.extend(found.into_iter().map(|command| format!("cd {folder} && {command}")));
    }
    if commands.is_empty() {
        commands.extend(place.changed.iter().filter(|path| is_plain(path)).filter_map(|path| check(path)));
    }
    let mut unique = Vec::new();
    for command in commands {
        if unique.len() < MOST && !unique.contains(&command) {
            unique.push(command);
        }
    }
    unique
}

/// Whether a shell takes a path as it stands.
fn is_plain(path: &str) -> bool {
    !path.starts_with('-')
        && path.chars().all(|character| character.is_alphanumeric() || "/._-+@".contains(character))
}

/// The folders in which files are, and those above them, the deepest first.
fn folders(files: &[String]) -> Vec<&str> {
    let mut folders: Vec<&str> = Vec::new();
    for file in files {
        let mut path = file.as_str();
        while let Some((folder, _)) = path.rsplit_once('/') {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
            path = folder;
        }
    }
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.matches('/').count()));
    folders.truncate(MOST_FOLDERS);
    folders
}

/// What checks a file by itself.
fn check(path: &str) -> Option<String> {
    let (_, end) = path.rsplit_once('.')?;
    let (_, command) = CHECKS.iter().find(|(known, _)| *known == end)?;
    Some(format!("{command} {path}"))
}

/// What the files of a folder speak for.
fn of_folder(file: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let has = |name: &str| file(name).is_some();
    let marked = MARKERS.iter().filter(|(name, _)| has(name)).flat_map(|(_, commands)| commands.iter());
    let mut commands: Vec<String> = marked.map(ToString::to_string).collect();
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
    commands
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
        after(files, configured, &[])
    }

    fn after(files: &[(&str, &str)], configured: &[&str], changed: &[&str]) -> Vec<String> {
        let file =
            |wanted: &str| files.iter().find(|(name, _)| *name == wanted).map(|(_, text)| (*text).to_owned());
        let configured: Vec<Verifier> = configured.iter().filter_map(|text| Verifier::read(text)).collect();
        let changed: Vec<String> = changed.iter().map(|path| (*path).to_owned()).collect();
        verifications(&Place { file: &file, changed: &changed }, &configured)
    }

    #[test]
    fn what_was_changed_says_where_and_how() {
        type Row<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str], &'a [&'a str]);
        let rows: [Row<'_>; 6] = [
            (
                &[("web/package.json", r#"{"scripts": {"test": "jest"}}"#)],
                &["web/src/a.js"],
                &["cd web && npm run test"],
            ),
            (
                &[("a/Cargo.toml", ""), ("a/b/Cargo.toml", "")],
                &["a/b/src/x.rs", "y"],
                &["cd a/b && cargo test", "cd a/b && cargo check"],
            ),
            (&[("go.mod", ""), ("a/Cargo.toml", "")], &["a/x.rs"], &["go test ./...", "go vet ./..."]),
            (&[], &["x.py", "sub/y.sh", "z.txt"], &["python -m py_compile x.py", "bash -n sub/y.sh"]),
            (&[("a b/Cargo.toml", "")], &["a b/x.py", "c.py"], &["python -m py_compile c.py"]),
            (&[], &["notes.txt"], &[]),
        ];
        for (files, changed, expected) in rows {
            assert_eq!(after(files, &[], changed), expected, "{changed:?}");
        }
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
        let checks = CHECKS.iter().map(|(end, command)| format!("{command} a/b.{end}"));
        for command in markers.chain(scripts).chain(recipes).chain(checks) {
            let command = format!("cd sub && {command}");
            assert_eq!(reader.read(&command).reading, crate::guard::Reading::Verifies, "{command}");
        }
    }
}
