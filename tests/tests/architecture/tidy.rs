//! What every file looks like.

use crate::sources::{Source, files, none, root, rust};

/// Lines of a Rust file; past that it is about more than one thing.
const MAX_LINES: usize = 600;

fn is_text(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    path.starts_with("scripts/") && extension.is_none()
        || path == ".ci/run"
        || matches!(extension, Some("rs" | "toml" | "md" | "wit" | "yaml" | "yml" | "py" | "js"))
}

#[test]
fn lines_end_where_their_text_ends() {
    let mut found = Vec::new();
    for Source { path, text } in files("", is_text) {
        for (number, line) in (1..).zip(text.split('\n')) {
            if line.ends_with([' ', '\t', '\r']) {
                found.push(format!("{path}:{number}: blanks at the end"));
            }
        }
        if !text.ends_with('\n') || text.ends_with("\n\n") {
            found.push(format!("{path}: ends without, or with more than, one line end"));
        }
    }
    none(found);
}

#[test]
fn files_are_small() {
    let long = rust("").into_iter().filter(|source| source.text.lines().count() > MAX_LINES);
    none(long.map(|source| format!("{}: more than {MAX_LINES} lines", source.path)).collect());
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent = rust("").into_iter().filter(|source| !source.text.starts_with("//! "));
    none(silent.map(|source| format!("{}: does not start with a line of `//!`", source.path)).collect());
}

#[test]
fn nothing_is_put_off() {
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    let mut found = Vec::new();
    for Source { path, text } in files("", is_text) {
        for (number, line) in (1..).zip(text.lines()) {
            // In comments that have a line of their own; elsewhere such words may be data.
            let is_comment = line.trim_start().starts_with(['/', '#']);
            let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
            if is_comment && words.any(|word| marks.contains(&word)) {
                found.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    none(found);
}

#[test]
fn the_map_shows_every_crate() {
    let map = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let crates = std::fs::read_dir(root().join("host")).unwrap();
    let names = crates.map(|entry| format!("host/{}", entry.unwrap().file_name().to_str().unwrap()));
    none(names.filter(|name| !map.contains(&format!("`{name}`"))).collect());
}
