//! A command that does nothing but hand a text to a program of a tool's name goes to that tool, as models that know a
//! tool by its name in the shell write it. Which argument is a command, and which tool takes a bare text, is said by
//! their metadata: no name is known here.

use serde_json::{Map, Value};
use toolhost_capability::Failure;
use toolhost_capability::shell::Handed;

use crate::preflight::{Arguments, Checked};
use crate::snapshot::{Served, Snapshot};

/// A call that goes to another tool than it was made of.
pub(crate) struct Routed<'a> {
    pub(crate) served: &'a Served,
    pub(crate) arguments: Map<String, Value>,
    /// Where relative paths start, as it was written; empty for the workspace.
    pub(crate) folder: String,
}

/// Where a call goes; none if it stays.
///
/// # Errors
/// What the other tool's own preflight says of the text.
pub(crate) fn route<'a>(
    snapshot: &'a Snapshot,
    served: &Served,
    arguments: &Map<String, Value>,
) -> Option<Result<Routed<'a>, Failure>> {
    let text = |pointer: &Option<String>| argument(arguments, pointer.as_deref()?);
    let handed = Handed::parse(text(&served.shell_command)?)?;
    let other = snapshot.served.get(&handed.program).filter(|other| other.is_freeform)?;
    let workdir = text(&served.shell_workdir).unwrap_or_default();
    let folder = joined(workdir, handed.folder.as_deref().unwrap_or_default());
    let checked = other.preflight.check(Arguments::Text(handed.text));
    Some(checked.map(|Checked { arguments, .. }| Routed { served: other, arguments, folder }))
}

/// The text of the argument that a JSON Pointer of one step leads to.
fn argument<'a>(arguments: &'a Map<String, Value>, pointer: &str) -> Option<&'a str> {
    arguments.get(&name(pointer)?)?.as_str()
}

/// The same, to be changed.
pub(crate) fn argument_mut<'a>(
    arguments: &'a mut Map<String, Value>,
    pointer: &str,
) -> Option<&'a mut String> {
    match arguments.get_mut(&name(pointer)?)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn name(pointer: &str) -> Option<String> {
    Some(pointer.strip_prefix('/')?.replace("~1", "/").replace("~0", "~"))
}

/// The folder that `inner` is when `outer` is where one stands.
fn joined(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", folder) | (folder, "") => folder.to_owned(),
        (_, absolute) if absolute.starts_with('/') => absolute.to_owned(),
        _ => format!("{outer}/{inner}"),
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn folders_in_folders() {
        for (outer, inner, expected) in [
            ("", "", ""),
            ("a", "", "a"),
            ("", "b", "b"),
            ("a", "b", "a/b"),
            ("a", "/b", "/b"),
            ("/a", "b", "/a/b"),
        ] {
            assert_eq!(joined(outer, inner), expected);
        }
    }
}
