//! Which names plugins, profiles and tools may have.

use crate::nearest::quoted;

/// Longest name, in bytes: what the APIs of model providers take for a tool.
const MAX_BYTES: usize = 64;

/// The prefix of the names of removed schemas. No plugin, profile or tool may take one.
const REMOVED_PREFIX: &str = "unified_";

/// Checks the name of a plugin, profile or tool; the error has no place yet.
pub(crate) fn check(name: &str) -> Result<(), String> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if name.is_empty() || name.len() > MAX_BYTES || !plain {
        return Err(format!(
            "{} is not a name; a name has 1 to {MAX_BYTES} ASCII letters, digits, `_` and `-`",
            quoted(name)
        ));
    }
    if name.starts_with(REMOVED_PREFIX) {
        return Err(format!(
            "the name {name:?} is refused; names that begin with `{REMOVED_PREFIX}` belong to removed schemas"
        ));
    }
    Ok(())
}

/// Checks the name of an environment variable; the error has no place yet.
pub(crate) fn check_variable(name: &str) -> Result<(), String> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if name.is_empty() || !plain || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!(
            "{} is not the name of an environment variable; one has ASCII letters, digits and `_`",
            quoted(name)
        ));
    }
    Ok(())
}
