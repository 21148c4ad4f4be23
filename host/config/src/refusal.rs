//! Values of the format that this version cannot enforce. A value that is accepted is enforced, so each of
//! them is an error that says so. Whoever builds the missing part deletes its row.

use crate::document::Document;
use crate::error::ConfigError;
use crate::path::KeyPath;
use crate::tree::{Node, Value};

/// Where the key of a row may stand.
enum Home {
    /// At the top, and in every profile that overrides its block.
    Block,
    /// In `grants` of a plugin, and of an entry of `tools`.
    Grants,
    /// At the top only.
    Top,
}

struct Row {
    home: Home,
    keys: &'static [&'static str],
    /// Whether the value is one that this version has.
    served: fn(&Value) -> bool,
    says: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        home: Home::Block,
        keys: &["execution", "sandbox"],
        served: |value| text(value, "none"),
        says: "confining commands is not available in this version; the only value is \"none\"",
    },
    Row {
        home: Home::Block,
        keys: &["execution", "network"],
        served: |value| text(value, "allow"),
        says: "keeping commands off the network is not available in this version; the only value is \"allow\"",
    },
    Row {
        home: Home::Top,
        keys: &["providers"],
        served: empty,
        says: "the proxy comes with a later version; the only value is an empty list",
    },
    Row {
        home: Home::Grants,
        keys: &["http"],
        served: empty,
        says: "this version cannot grant HTTP; it grants workspace, search, catalog, terminal, process, env, clock and random",
    },
    Row {
        home: Home::Grants,
        keys: &["secrets"],
        served: empty,
        says: "this version cannot grant secrets; it grants workspace, search, catalog, terminal, process, env, clock and random",
    },
    Row {
        home: Home::Grants,
        keys: &["files"],
        served: empty,
        says: "this version cannot grant folders; it grants workspace, search, catalog, terminal, process, env, clock and random",
    },
];

fn text(value: &Value, only: &str) -> bool {
    matches!(value, Value::Text(text) if text == only)
}

fn empty(value: &Value) -> bool {
    matches!(value, Value::List(items) if items.is_empty())
}

/// The first value in `document` that this version cannot enforce.
pub(crate) fn check(document: &Document) -> Result<(), ConfigError> {
    for row in ROWS {
        for home in homes(document.tree(), &row.home) {
            let path = row.keys.iter().fold(home, |path, key| path.key(key));
            if let Some((_, node)) = document.tree().find(&path.0)
                && !matches!(node.value, Value::Null)
                && !(row.served)(&node.value)
            {
                return Err(document.error(&path, row.says));
            }
        }
    }
    Ok(())
}

/// Every path at which a row's keys may start.
fn homes(tree: &Node, home: &Home) -> Vec<KeyPath> {
    let profiles = children(tree, &KeyPath::of(&["profiles"]));
    match home {
        Home::Top => vec![KeyPath::default()],
        Home::Block => std::iter::once(KeyPath::default()).chain(profiles).collect(),
        Home::Grants => {
            let entries = profiles.iter().flat_map(|profile| children(tree, &profile.key("tools")));
            let plugins = children(tree, &KeyPath::of(&["plugins"]));
            plugins.into_iter().chain(entries).map(|path| path.key("grants")).collect()
        }
    }
}

fn children(tree: &Node, path: &KeyPath) -> Vec<KeyPath> {
    match tree.find(&path.0).map(|(_, node)| &node.value) {
        Some(Value::Map(entries)) => entries.iter().map(|(key, _)| path.key(&key.name)).collect(),
        Some(Value::List(items)) => (0..items.len()).map(|index| path.index(index)).collect(),
        _ => Vec::new(),
    }
}
