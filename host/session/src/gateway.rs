//! The execution gateway of one call: what a profile's `execution` and `edit_guard` mean for a command or a commit.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde_json::Value;
use toolhost_capability::spawn::Exit;
use toolhost_capability::workspace::{Change as FileChange, ChangeKind, Workspace};
use toolhost_capability::{Failure, Gate, Leave};

use crate::guard::{self, Change, EditGuard, Meaning, Place, Reader, Reading, Verification, Verifier};

/// The most that is looked at of a manifest or a build file, which are far smaller.
const MANIFEST_BYTES: u32 = 1 << 20;

/// What the edit guard is told by the profile and the platform.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GuardRules {
    /// Changes that may wait for a verification; 0 for any number.
    pub(crate) most: u32,
    /// Commands that verify beside those of the table.
    pub(crate) verifiers: Vec<Verifier>,
    /// Where changes count.
    pub(crate) workspace: PathBuf,
}

/// Decides about commands while nothing confines them (`sandbox: none`, the only value that this version takes), and
/// about changes.
pub(crate) struct Gateway {
    guard: Arc<EditGuard>,
    rules: Arc<GuardRules>,
    /// For what a refusal tells of the workspace.
    workspace: Option<Arc<Workspace>>,
    commits: Mutex<Commits>,
}

/// What a call has committed: all of it is one change.
enum Commits {
    None,
    Begun(Change),
    Landed,
}

impl Gateway {
    pub(crate) fn new(
        guard: Arc<EditGuard>,
        rules: Arc<GuardRules>,
        workspace: Option<Arc<Workspace>>,
    ) -> Gateway {
        Gateway { guard, rules, workspace, commits: Mutex::new(Commits::None) }
    }

    /// Begins a change, if one may be made now.
    fn begin_change(&self) -> Result<Change, Failure> {
        let GuardRules { most, verifiers, .. } = &*self.rules;
        let file = |name: &str| {
            let chunk = self.workspace.as_ref()?.read_range(name, 0, MANIFEST_BYTES).ok()?;
            Some(String::from_utf8_lossy(&chunk.data).into_owned())
        };
        self.guard.begin_change(*most).map_err(|waiting| {
            let place = Place { file: &file, changed: &self.guard.files() };
            let refusal = guard::refusal(waiting, &place, verifiers);
            self.guard.lost().into_iter().fold(refusal, Failure::hint)
        })
    }
}

#[async_trait]
impl Gate for Gateway {
    async fn may_run(&self, command: &str, intent: &str) -> Result<Leave, Failure> {
        let reader = Reader { workspace: &self.rules.workspace, verifiers: &self.rules.verifiers };
        let Meaning { reading, lost } = reader.read(command);
        let effect = match reading {
            Reading::Neutral => Effect::None,
            Reading::Verifies => Effect::Verification(self.guard.begin_verification()),
            Reading::Changes => Effect::Change(self.begin_change()?),
            Reading::ChangesThenVerifies => {
                Effect::VerifiedChange(self.begin_change()?, Arc::clone(&self.guard))
            }
            Reading::VerifiesThenChanges => {
                Effect::ChangeOfVerified(self.begin_change()?, self.guard.begin_verification())
            }
        };
        let intent: Value = serde_json::from_str(intent).unwrap_or_default();
        let escalated =
            intent.get("sandbox_permissions").and_then(Value::as_str) == Some("require_escalated");
        // Where nothing waits, nobody needs a verification.
        let vain = lost.clone().filter(|_| self.rules.most > 0 && self.guard.has_waiting());
        let notices = escalated.then(|| UNCONFINED.to_owned()).into_iter().chain(vain).collect();
        let guard = Arc::clone(&self.guard);
        let ended = move |exit| {
            effect.ended(exit);
            if let Some(lost) = lost {
                guard.remember_lost(lost);
            }
        };
        Ok(Leave { notices, ended: Box::new(ended) })
    }

    fn may_mutate(&self, _changes: &[FileChange]) -> Result<(), Failure> {
        let mut commits = self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        if let Commits::None = *commits {
            *commits = Commits::Begun(self.begin_change()?);
        }
        Ok(())
    }

    fn mutated(&self, changes: &[FileChange]) {
        let stays = |change: &&FileChange| change.kind != ChangeKind::Removed;
        self.guard.remember_files(changes.iter().filter(stays).map(|change| change.path.as_str()));
        let mut commits = self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        if let Commits::Begun(change) = std::mem::replace(&mut *commits, Commits::Landed) {
            change.landed();
        }
    }
}

const UNCONFINED: &str = "Commands are not confined here, so nothing had to be lifted for this one.";

/// The statuses by which a shell says that a program cannot be run, or is not there.
const NOT_RUN: [i32; 2] = [126, 127];

/// What a command means to the edit guard once it has ended.
enum Effect {
    None,
    Verification(Verification),
    Change(Change),
    VerifiedChange(Change, Arc<EditGuard>),
    ChangeOfVerified(Change, Verification),
}

impl Effect {
    fn ended(self, exit: Exit) {
        let passed = exit == Exit::Code(0);
        match self {
            // Nothing has looked at the code, so nothing is known of it.
            Effect::Verification(_) if matches!(exit, Exit::Code(code) if NOT_RUN.contains(&code)) => {}
            Effect::Verification(verification) => verification.ended(passed),
            Effect::Change(change) if passed => change.landed(),
            Effect::VerifiedChange(change, guard) if passed => {
                change.landed();
                guard.begin_verification().ended(true);
            }
            Effect::ChangeOfVerified(change, verification) if passed => {
                verification.ended(true);
                change.landed();
            }
            // Which part failed is not known.
            Effect::None | Effect::Change(_) | Effect::VerifiedChange(..) | Effect::ChangeOfVerified(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verification_that_could_not_be_run_says_nothing() {
        let rows = [
            (Exit::Code(0), true),
            (Exit::Code(1), true),
            (Exit::Signal(9), true),
            (Exit::Code(126), false),
            (Exit::Code(127), false),
        ];
        for (exit, lets_one_through) in rows {
            let guard = Arc::<EditGuard>::default();
            for change in (0..4).map_while(|_| guard.begin_change(4).ok()) {
                change.landed();
            }
            Effect::Verification(guard.begin_verification()).ended(exit);
            assert_eq!(guard.begin_change(4).is_ok(), lets_one_through, "{exit:?}");
        }
    }
}
