//! A command that does nothing but hand a text to a program of a tool's name goes to that tool, as models that know a
//! tool by its name in the shell write it. Which argument is a command, and which tool takes a bare text, is said by
//! their metadata: no name is known here.

use serde_json::{Map, Value};
use toolhost_capability::Failure;
use toolhost_capability::shell::{Handed, Script, program_name};

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

/// The status by which a shell says that a program is not there.
const NOT_FOUND: i64 = 127;

/// A sentence for the result of a command that ends because a tool is no program; none if it runs no such program.
pub(crate) fn misplaced(
    snapshot: &Snapshot,
    served: &Served,
    arguments: &Map<String, Value>,
) -> Option<String> {
    let command = argument(arguments, served.shell_command.as_deref()?)?;
    let tools = snapshot.served.iter().filter(|(_, other)| other.is_freeform).map(|(name, _)| name);
    let written = letters(command);
    let named: Vec<&String> = tools.filter(|name| written.contains(&letters(name))).collect();
    if named.is_empty() {
        return None;
    }
    let script = Script::parse(command);
    let is_run = |name: &&String| {
        let mut programs = script.invocations().iter().filter_map(|run| run.innermost().first()?.as_deref());
        programs.any(|program| letters(program_name(program)) == letters(name))
    };
    named.into_iter().filter(is_run).min().map(|name| {
        format!(
            "`{name}` is a tool and no program: call it, or make it with its here-document the only statement of the \
             command."
        )
    })
}

/// Adds that sentence where the command ended so.
pub(crate) fn note_misplaced(fields: &mut Map<String, Value>, sentence: Option<String>) {
    let is_missing = fields.get("exit_code").and_then(Value::as_i64) == Some(NOT_FOUND);
    if let Some(sentence) = sentence.filter(|_| is_missing)
        && let Value::Array(notices) = fields.entry("notices").or_insert_with(|| Value::Array(Vec::new()))
    {
        notices.push(sentence.into());
    }
}

/// A name as it is recognised though its parts are joined in another way.
fn letters(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '_' | '-')).collect()
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
    use serde_json::{Map, json};

    use super::{joined, note_misplaced};

    #[test]
    fn only_a_program_that_is_not_there_is_spoken_of() {
        let rows = [
            (json!({"exit_code": 127, "notices": ["a"]}), json!(["a", "b"])),
            (json!({"exit_code": 127}), json!(["b"])),
            (json!({"exit_code": 0, "notices": ["a"]}), json!(["a"])),
        ];
        for (fields, expected) in rows {
            let mut fields: Map<_, _> = fields.as_object().cloned().unwrap_or_default();
            note_misplaced(&mut fields, Some("b".into()));
            assert_eq!(fields["notices"], expected);
            note_misplaced(&mut fields, None);
            assert_eq!(fields["notices"], expected);
        }
    }

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
