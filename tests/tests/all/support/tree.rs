//! What a folder holds: every name, byte, mode, link and target, for comparing a tree with itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// One thing in a folder. Modes are whole, the kind of the thing included.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Node {
    File { bytes: Vec<u8>, mode: u32, links: u64 },
    Folder { mode: u32 },
    Link { target: PathBuf },
    Other { mode: u32, device: u64 },
}

/// What stands below a folder, by the path from there.
pub(crate) type Tree = BTreeMap<String, Node>;

/// Bytes of a file that a message shows.
const SHOWN: usize = 300;

impl fmt::Debug for Node {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::File { bytes, mode, links } => {
                let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii();
                write!(formatter, "file {mode:o} of {} bytes, {links} links: {shown}", bytes.len())
            }
            Node::Folder { mode } => write!(formatter, "folder {mode:o}"),
            Node::Link { target } => write!(formatter, "link to {}", target.display()),
            Node::Other { mode, device } => write!(formatter, "special {mode:o} {device}"),
        }
    }
}

/// Everything below `root` but what stands below one of `except`, which are names in `root`.
pub(crate) fn tree(root: &Path, except: &[&str]) -> Tree {
    let mut found = Tree::new();
    collect(root, "", except, &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, except: &[&str], found: &mut Tree) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if prefix.is_empty() && except.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        let node = node(&entry.path());
        if matches!(node, Node::Folder { .. }) {
            collect(&entry.path(), &format!("{path}/"), except, found);
        }
        found.insert(path, node);
    }
}

/// What stands at a path, links not followed.
pub(crate) fn node(path: &Path) -> Node {
    let metadata = fs::symlink_metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mode, kind) = (metadata.mode(), metadata.file_type());
    if kind.is_symlink() {
        Node::Link { target: fs::read_link(path).unwrap() }
    } else if kind.is_dir() {
        Node::Folder { mode }
    } else if kind.is_file() {
        Node::File { bytes: fs::read(path).unwrap(), mode, links: metadata.nlink() }
    } else {
        Node::Other { mode, device: metadata.rdev() }
    }
}

/// Fails unless both trees are the same in everything that a tree holds.
pub(crate) fn assert_unchanged(before: &Tree, after: &Tree, what: &str) {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed: Vec<String> = names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name))
        .map(|name| format!("{name}: was {:?}, is {:?}", before.get(name), after.get(name)))
        .collect();
    assert!(changed.is_empty(), "{what}: the tree has changed:\n{}", changed.join("\n"));
}

/// The files and links of a tree in a form that can be compared and read: bytes escaped, links as `->
/// TARGET`.
pub(crate) fn files(tree: &Tree) -> BTreeMap<String, String> {
    let shown = |node: &Node| match node {
        Node::File { bytes, .. } => Some(bytes.escape_ascii().to_string()),
        Node::Link { target } => Some(format!("-> {}", target.display())),
        Node::Other { .. } => Some(format!("{node:?}")),
        Node::Folder { .. } => None,
    };
    tree.iter().filter_map(|(name, node)| Some((name.clone(), shown(node)?))).collect()
}
