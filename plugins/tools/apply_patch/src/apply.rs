//! The whole way of a patch: read, planned, committed, and planned again where somebody else was faster.

use toolhost_plugin::Failure;

use crate::diff::Report;
use crate::plan::{Plan, plan};
use crate::refusal::CONFLICT;
use crate::syntax::parse;
use crate::tree::Store;

/// Plans after the first one. Of patches of one file that meet, each round lets one through, so this is how many may
/// meet; more in a row mean that the file does not stand still.
const MORE_PLANS: usize = 50;

/// Applies a patch, whole or not at all.
///
/// A file that changes between plan and commit is planned again, so that edits of others to other lines of it
/// stay. Nothing else is tried twice.
///
/// # Errors
/// Why the patch was not applied. Nothing has changed then.
pub fn apply(store: &mut impl Store, text: &[u8]) -> Result<Report, Failure> {
    let patch = parse(text)?;
    let mut more = MORE_PLANS;
    loop {
        let Plan { changes, report, lines } = plan(store, &patch)?;
        if changes.is_empty() {
            return Ok(report);
        }
        match store.commit(changes) {
            Ok(()) => return Ok(report),
            Err(failure) if failure.code == CONFLICT && more > 0 => more -= 1,
            Err(failure) => return Err(lines.located(failure)),
        }
    }
}
