//! What to say when a call names a tool that is not there.

use toolhost_capability::Failure;

use crate::nearest::{in_short, nearest};

/// Tools listed in an answer.
const LISTED: usize = 20;

/// Prefix of the names that were removed for good; no tool may take one.
const REMOVED_PREFIX: &str = "unified_";

/// One use of a removed name: what it was for, the tool that replaces it, and how to go about it there.
struct Migration {
    removed: &'static str,
    purpose: &'static str,
    replacement: &'static str,
    advice: &'static str,
}

/// The migration table. Each row is offered only where the profile has the replacement.
const MIGRATIONS: &[Migration] = &[
    Migration {
        removed: "unified_exec",
        purpose: "running a command",
        replacement: "exec_command",
        advice: "call `exec_command`",
    },
    Migration {
        removed: "unified_exec",
        purpose: "session input",
        replacement: "write_stdin",
        advice: "call `write_stdin`",
    },
    Migration {
        removed: "unified_file",
        purpose: "a patch or an edit",
        replacement: "apply_patch",
        advice: "call `apply_patch`",
    },
    Migration {
        removed: "unified_file",
        purpose: "reading or writing a file",
        replacement: "exec_command",
        advice: "use a shell command in `exec_command.cmd`",
    },
    Migration {
        removed: "unified_search",
        purpose: "text search",
        replacement: "exec_command",
        advice: "use `rg` or `grep` in `exec_command.cmd`",
    },
    Migration {
        removed: "unified_search",
        purpose: "code search",
        replacement: "code_search",
        advice: "call `code_search` with its five query-led inputs",
    },
];

/// Whether `name` is one of the removed names, which no plugin may take.
#[must_use]
pub fn is_removed(name: &str) -> bool {
    name.starts_with(REMOVED_PREFIX)
}

/// The error for a call of `name`, which is not one of `available`, the tools that the client may call.
///
/// Code `removed_tool` with the replacements of the migration table, or `unknown_tool` with the nearest name and
/// up to 20 others. No tool is named that is not available. A prefixed name such as `functions.exec_command` is not
/// taken for the tool, but the tool is offered.
#[must_use]
pub fn unresolved(name: &str, available: &[&str]) -> Failure {
    let failure = if is_removed(name) { removed(name, available) } else { unknown(name, available) };
    match listing(available) {
        Some(list) => failure.hint(list),
        None => failure.hint("This profile has no tools."),
    }
}

fn unknown(name: &str, available: &[&str]) -> Failure {
    let message = match nearest(name, available.iter().copied()) {
        Some(nearest) => format!("there is no tool `{}`; the nearest is `{nearest}`", in_short(name)),
        None => format!("there is no tool `{}`", in_short(name)),
    };
    Failure::new("unknown_tool", message)
}

fn removed(name: &str, available: &[&str]) -> Failure {
    let rows: Vec<&Migration> =
        MIGRATIONS.iter().filter(|row| row.removed == name && available.contains(&row.replacement)).collect();
    let advice =
        rows.iter().map(|row| format!("for {} {}", row.purpose, row.advice)).collect::<Vec<_>>().join(", ");
    let message = if advice.is_empty() {
        format!("`{}` was removed, and this profile has no replacement for it", in_short(name))
    } else {
        format!("`{}` was removed: {advice}", in_short(name))
    };
    let mut replacements: Vec<&str> = rows.iter().map(|row| row.replacement).collect();
    replacements.dedup();
    Failure::new("removed_tool", message).detail("replacements", replacements)
}

fn listing(available: &[&str]) -> Option<String> {
    let more = match available.len().saturating_sub(LISTED) {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let listed = &available[..available.len().min(LISTED)];
    (!listed.is_empty()).then(|| format!("Tools: {}{more}.", listed.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{is_removed, unresolved};

    const DEFAULT: &[&str] = &["exec_command", "write_stdin", "apply_patch", "search_tools"];
    const ADVANCED: &[&str] = &["exec_command", "write_stdin", "apply_patch", "search_tools", "code_search"];
    const EDIT_ONLY: &[&str] = &["apply_patch"];

    #[test]
    fn table() {
        let table: &[(&str, &[&str], &str, &str)] = &[
            ("exec", DEFAULT, "unknown_tool", "there is no tool `exec`; the nearest is `exec_command`"),
            (
                "functions.exec_command",
                DEFAULT,
                "unknown_tool",
                "there is no tool `functions.exec_command`; the nearest is `exec_command`",
            ),
            (
                "mcp__toolhost__exec_command",
                DEFAULT,
                "unknown_tool",
                "there is no tool `mcp__toolhost__exec_command`; the nearest is `exec_command`",
            ),
            ("code_search", DEFAULT, "unknown_tool", "there is no tool `code_search`"),
            ("Exec_Command", EDIT_ONLY, "unknown_tool", "there is no tool `Exec_Command`"),
            ("a\nb", &[], "unknown_tool", "there is no tool `a\u{fffd}b`"),
            (
                "unified_exec",
                DEFAULT,
                "removed_tool",
                "`unified_exec` was removed: for running a command call `exec_command`, for session input call `write_stdin`",
            ),
            (
                "unified_file",
                DEFAULT,
                "removed_tool",
                "`unified_file` was removed: for a patch or an edit call `apply_patch`, for reading or writing a file \
                 use a shell command in `exec_command.cmd`",
            ),
            (
                "unified_search",
                DEFAULT,
                "removed_tool",
                "`unified_search` was removed: for text search use `rg` or `grep` in `exec_command.cmd`",
            ),
            (
                "unified_search",
                ADVANCED,
                "removed_tool",
                "`unified_search` was removed: for text search use `rg` or `grep` in `exec_command.cmd`, for code \
                 search call `code_search` with its five query-led inputs",
            ),
            (
                "unified_file",
                EDIT_ONLY,
                "removed_tool",
                "`unified_file` was removed: for a patch or an edit call `apply_patch`",
            ),
            (
                "unified_exec",
                EDIT_ONLY,
                "removed_tool",
                "`unified_exec` was removed, and this profile has no replacement for it",
            ),
            (
                "unified_web",
                ADVANCED,
                "removed_tool",
                "`unified_web` was removed, and this profile has no replacement for it",
            ),
        ];
        for (name, available, code, message) in table {
            let failure = unresolved(name, available);
            assert_eq!((failure.code.as_str(), failure.message.as_str()), (*code, *message));
        }
    }

    #[test]
    fn no_advice_names_a_missing_tool() {
        for name in ["exec", "unified_exec", "unified_file", "unified_search", "unified_x", "code_search_x"] {
            for available in [&[][..], EDIT_ONLY, DEFAULT, ADVANCED] {
                let failure = unresolved(name, available);
                let said = format!("{failure:?}");
                for tool in ADVANCED.iter().filter(|tool| !available.contains(tool) && !name.contains(**tool))
                {
                    assert!(!said.contains(*tool), "{name}: {said}");
                }
            }
        }
    }

    #[test]
    fn listing_is_bounded() {
        let names: Vec<String> = (0..30).map(|n| format!("t{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let hints = unresolved("zzz", &names).hints;
        assert_eq!(hints.len(), 1);
        assert!(
            hints[0].starts_with("Tools: t0, t1, ") && hints[0].ends_with("t19 and 10 more."),
            "{hints:?}"
        );
        assert_eq!(unresolved("zzz", &[]).hints, ["This profile has no tools."]);
        assert_eq!(unresolved(&"z".repeat(5000), &[]).message.len(), "there is no tool `…`".len() + 100);
    }

    #[test]
    fn removed_names() {
        for (name, expected) in
            [("unified_exec", true), ("unified_anything", true), ("unify", false), ("exec", false)]
        {
            assert_eq!(is_removed(name), expected);
        }
    }
}
