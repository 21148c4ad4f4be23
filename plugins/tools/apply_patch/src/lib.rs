//! `apply_patch`: changes files by a patch, exactly or not at all.
//!
//! The host has the files and the commit. This plugin reads the patch ([`syntax`]), finds where each hunk belongs
//! ([`find`]), makes of it the bytes that change ([`edit`]), plans all operations over the tree as the ones before
//! leave it ([`plan`]) and hands the plan over ([`apply()`]). All of that works on bytes and on any [`tree`], so it is
//! tested, fuzzed and measured without a host.
//!
//! What it does where other tools of this format differ is the table of `tests/all/codex.rs`.
#![forbid(unsafe_code)]

mod apply;
pub mod diff;
pub mod edit;
pub mod find;
pub mod memory;
pub mod plan;
pub mod refusal;
pub mod syntax;
pub mod text;
pub mod tree;
mod workspace;

pub use apply::apply;

use diff::Report;
use toolhost_plugin::{Arguments, Failure, Outcome, context, plugin, tool};
use workspace::Workspace;

#[derive(Arguments)]
struct ApplyPatch {
    /// The patch, from `*** Begin Patch` to `*** End Patch`.
    patch: Option<String>,
    /// Another name for `patch`.
    input: Option<String>,
}

/// Changes files by a patch: updates, adds, moves and deletes them, all of it or nothing.
///
/// ```text
/// *** Begin Patch
/// *** Update File: src/app.py
/// @@ def main():
///      name = input()
/// -    greet(name)
/// +    greet(name, loud=True)
///      return 0
/// *** Add File: docs/usage.md
/// +# Usage
/// *** Update File: old/name.txt
/// *** Move to: new/name.txt
/// *** Delete File: unused.txt
/// *** End Patch
/// ```
///
/// Paths are relative to the workspace. An update has hunks: an `@@` line, then lines that begin with a space
/// (context, which stays), `-` (leaves) or `+` (enters). Copy context and `-` lines exactly from the file, about
/// three lines of context on each side, enough that they fit one place only. Where lines repeat, write the line that
/// encloses the place behind `@@`, outer ones first on `@@` lines of their own, or a line number: `@@ -50 +50 @@`.
///
/// A moved file may have hunks, too. Every line of an added file begins with `+`. To replace a file whole, delete it
/// and add it in one patch.
#[tool(
    title = "Apply a patch",
    hints(read_only = false, destructive = true, idempotent = false, open_world = false),
    returns = Report,
    freeform = { "argument": "patch", "syntax": "lark", "grammar": include_str!("patch.lark") },
)]
fn apply_patch(arguments: ApplyPatch) -> Result<Outcome, Failure> {
    let report = apply(&mut Workspace, arguments.text()?.as_bytes())?;
    Outcome::new(&report.within(usize::try_from(context::budget()).unwrap_or(usize::MAX)))
}

impl ApplyPatch {
    /// The patch under whichever of its names it came.
    fn text(self) -> Result<String, Failure> {
        let message = match (self.patch, self.input) {
            (Some(text), None) | (None, Some(text)) => return Ok(text),
            (None, None) => "`patch` is missing.",
            (Some(_), Some(_)) => "`patch` and `input` are two names of one argument, and both are given.",
        };
        Err(Failure::new("invalid_arguments", message).hint("Give the text of the patch as `patch`."))
    }
}

plugin! {
    name: "apply_patch",
    asks: {"workspace": "write"},
    tools: [apply_patch],
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{ApplyPatch, METADATA};
    use serde_json::{Value, json};

    #[test]
    fn the_patch_comes_under_one_of_two_names() {
        let table = [
            (r#"{"patch":"a"}"#, Ok("a")),
            (r#"{"input":"a"}"#, Ok("a")),
            ("{}", Err("`patch` is missing.")),
            (
                r#"{"patch":"a","input":"a"}"#,
                Err("`patch` and `input` are two names of one argument, and both are given."),
            ),
        ];
        for (arguments, expected) in table {
            let parsed: ApplyPatch = serde_json::from_str(arguments).unwrap();
            let text = parsed.text();
            assert_eq!(text.as_deref().map_err(|failure| failure.message.as_str()), expected);
        }
    }

    #[test]
    fn the_metadata_has_what_the_contract_asks_for() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!(metadata["asks"], json!({"workspace": "write"}));
        let tool = &metadata["tools"][0];
        assert_eq!(tool["name"], "apply_patch");
        let parameters = &tool["parameters"];
        let fields: Vec<_> = parameters["properties"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["patch", "input"]);
        assert_eq!(parameters["additionalProperties"], json!(false));
        let grammar = include_str!("patch.lark");
        assert_eq!(tool["freeform"], json!({"argument": "patch", "syntax": "lark", "grammar": grammar}));
        let entry = &tool["returns"]["properties"]["diff"]["items"]["properties"];
        let fields: Vec<_> = entry.as_object().unwrap().keys().collect();
        assert_eq!(
            fields,
            ["path", "operation", "content", "truncated", "additions", "deletions", "is_empty"]
        );
        assert_eq!(entry["operation"]["enum"], json!(["created", "updated", "deleted", "moved"]));
    }

    #[test]
    fn the_description_shows_a_patch_that_is_one() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        let description = metadata["tools"][0]["description"].as_str().unwrap();
        let start = description.find("*** Begin Patch\n").unwrap();
        let end = description.find("*** End Patch\n").unwrap() + "*** End Patch\n".len();
        let patch = super::syntax::parse(&description.as_bytes()[start..end]).unwrap();
        assert_eq!(patch.operations.len(), 4);
        assert!(description.len() < 2_000, "{}", description.len());
    }
}
