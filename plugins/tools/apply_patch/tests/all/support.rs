//! Trees, patches, and what becomes of the ones by the others.

use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::Memory;
use toolhost_plugin::Failure;

/// The text of a patch with these operations.
pub(crate) fn patch(operations: &str) -> String {
    format!("*** Begin Patch\n{}\n*** End Patch\n", operations.trim_end_matches('\n'))
}

/// Applies operations to a tree, and holds that a refusal leaves it as it was.
#[track_caller]
pub(crate) fn applied(memory: &mut Memory, operations: &str) -> Result<(), Failure> {
    let before = memory.clone();
    let result = apply(memory, patch(operations).as_bytes()).map(|_| ());
    if result.is_err() {
        assert_eq!(*memory, before, "a refusal has changed the tree");
    }
    result
}

/// The file `f` with `hunks` applied, or the code of the refusal.
#[track_caller]
pub(crate) fn updated(file: &[u8], hunks: &str) -> Result<Vec<u8>, String> {
    let mut memory = Memory::of([("f", file)]);
    match applied(&mut memory, &format!("*** Update File: f\n{hunks}")) {
        Ok(()) => Ok(memory.file("f").unwrap().bytes.clone()),
        Err(failure) => Err(failure.code),
    }
}

/// What a case is about, a file, hunks, and the exact bytes or the code that follow.
pub(crate) type Case<'a> = (&'a str, &'a [u8], &'a str, Result<&'a [u8], &'a str>);

/// Checks a table of cases.
#[track_caller]
pub(crate) fn check(table: &[Case<'_>]) {
    for (name, file, hunks, expected) in table {
        let found = updated(file, hunks);
        let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
        let found = found.as_deref().map(shown).map_err(String::as_str);
        assert_eq!(found, expected.map(shown), "{name}: {hunks}");
    }
}
