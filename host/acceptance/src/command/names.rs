//! Command lines in which the name of a program may stand for something else than behind a prefix.
//!
//! A shell looks a name up among its functions and aliases first, a prefix only in `PATH`, and a shell finds the prefix
//! itself in the `PATH` that the line sets.

use toolhost_capability::shell::{Invocation, SHORTENING, Script, Word, innermost, program_name};

/// What the shell itself does to its names: it defines them, forgets where they were found, or runs a text that may do
/// either.
const NAMING: &[&str] = &["alias", "unalias", "hash", "enable", "source", ".", "eval"];

/// The variable that says where programs are.
const PATH: &str = "PATH";

/// Whether a name among these words, or that of a prefix, may mean another program to the shell than to a prefix.
pub(super) fn are_doubtful(script: &Script, words: &[Word]) -> bool {
    let functions = script.functions();
    let is_prefix = |word: &Word| word.as_deref().is_none_or(|name| SHORTENING.contains(&name));
    words.iter().any(|word| functions.contains(word))
        || functions.iter().any(is_prefix)
        || script.variables().contains(PATH)
        || script.invocations().iter().any(names_programs)
}

/// Whether a command of the line changes what names mean. `eval` of a text that is known is read as that text.
fn names_programs(invocation: &Invocation) -> bool {
    let program = innermost(&invocation.words).first().and_then(Option::as_deref);
    let is_path = |word: &str| {
        word.strip_prefix(PATH).is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', '+']))
    };
    program.is_some_and(|program| NAMING.contains(&program_name(program)))
        || invocation.words.iter().flatten().any(|word| is_path(word))
}

/// Whether the shell sends its own output elsewhere: an `exec` without a program does.
pub(super) fn is_redirected(script: &Script) -> bool {
    script
        .invocations()
        .iter()
        .any(|invocation| invocation.words.last().is_some_and(|word| word.as_deref() == Some("exec")))
}
