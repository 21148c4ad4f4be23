//! The edit guard: after some changes in a row, further ones wait until a command has verified what is there.
//!
//! A change is a commit of files by any plugin, or a command that the table knows to change files. A verification is a
//! command that the table, or the profile, knows to succeed only if the code is in order.

mod advice;
mod layers;
mod matching;
mod reading;
mod state;
mod table;

use serde_json::json;
use toolhost_capability::Failure;

pub(crate) use advice::Place;
pub(crate) use reading::{Meaning, Reader, Reading, Verifier};
pub(crate) use state::{Change, EditGuard, Verification};

/// What is named where nothing in the workspace says how it is verified.
const GENERAL: &str = "Among the commands that count are `bash -n FILE`, `python -m py_compile FILE`, `node --check FILE` \
                       and `make test`. Others are added by the configuration's key `edit_guard.verifiers`, and \
                       `edit_guard.mutations: 0` turns this off.";

/// The refusal of a change while so many wait. Hints name what would count in this workspace.
pub(crate) fn refusal(waiting: u32, place: &Place<'_>, verifiers: &[Verifier]) -> Failure {
    let (is, changes) = if waiting == 1 { ("is", "change") } else { ("are", "changes") };
    let commands = advice::verifications(place, verifiers);
    let named: Vec<String> = commands.iter().map(|command| format!("`{command}`")).collect();
    let which = match named.split_last() {
        None => "a command".to_owned(),
        Some((only, [])) => format!("{only}, or another command"),
        Some((last, others)) => format!("{} or {last}, or another command", others.join(", ")),
    };
    let run =
        format!("Run {which} that builds, tests or checks the code; once it exits with 0, changes go on.");
    let general = commands.is_empty().then_some(GENERAL);
    let refusal = Failure::new(
        "verification_required",
        format!(
            "Nothing was changed: {waiting} {changes} in a row {is} not verified yet, and no more may be."
        ),
    )
    .hint(run)
    .hint("If it fails, one further change is let through, to repair what it found.")
    .detail("pending_mutations", waiting)
    .detail("verifications", json!(commands));
    general.into_iter().fold(refusal, Failure::hint)
}
