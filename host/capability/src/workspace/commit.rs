//! A commit from its beginning to its end.

use std::io;
use std::sync::Arc;

use super::apply::apply;
use super::changes::{Change, ChangeSet};
use super::fault::state_failed;
use super::journal::{Header, Record, Writer};
use super::locks::deadline;
use super::notice::Notice;
use super::plan::plan;
use super::protect::Protection;
use super::recover::paths_of;
use super::root::Workspace;
use super::settle::{clean, undo};
use super::sync::{sync, sync_names};
use super::verify::{Subject, verify};
use super::walk::Walk;
use super::watch::{Unwatched, Watch};
use super::work::Work;
use crate::{Failure, Gate};

/// A commit that landed.
#[derive(Debug, Clone, PartialEq)]
pub struct Committed {
    /// What is different now, in the order of the operations; empty where every operation left its file as it
    /// was.
    pub changes: Vec<Change>,
    /// What was settled first that another commit had left.
    pub notices: Vec<Notice>,
}

impl Workspace {
    /// Commits a change set: all of it, or nothing. Once begun it runs to its end, whether or not anybody
    /// waits for it.
    ///
    /// # Errors
    /// As [`Workspace::commit_blocking`]; `io` where the runtime ends.
    pub async fn commit(
        self: &Arc<Self>,
        changes: ChangeSet,
        gate: Arc<dyn Gate>,
    ) -> Result<Committed, Failure> {
        let workspace = Arc::clone(self);
        let under_way = Arc::clone(&self.under_way).read_owned().await;
        let commit = tokio::task::spawn_blocking(move || {
            let landed = workspace.commit_blocking(&changes, &*gate);
            drop(under_way);
            landed
        });
        commit.await.unwrap_or_else(|error| {
            Err(Failure::new("io", format!("the commit broke off: {error}"))
                .hint("The next commit finishes it or undoes it."))
        })
    }

    /// Waits for the end of all commits that have begun here, such as those whose callers are gone. A process that ends in
    /// the midst of one leaves it to the next start.
    pub async fn no_commit_under_way(&self) {
        let _ = self.under_way.write().await;
    }

    /// Commits a change set on this thread: all of it, or nothing.
    ///
    /// Files are looked at again, and have to be what they were when they were read. The gate is asked when
    /// all is ready and nothing was changed yet; it is told when all is done.
    ///
    /// # Errors
    /// `conflict` where a file is not what it was, or a new one has no room; `timed_out` where other commits
    /// did not end; `denied` for what is protected or outside; the gate's refusal; `io` where the system
    /// refuses. The tree is then as it was, or the message says what could not be put back.
    pub fn commit_blocking(&self, changes: &ChangeSet, gate: &dyn Gate) -> Result<Committed, Failure> {
        self.commit_watched(changes, gate, &Unwatched)
    }

    pub(super) fn commit_watched(
        &self,
        changes: &ChangeSet,
        gate: &dyn Gate,
        watch: &dyn Watch,
    ) -> Result<Committed, Failure> {
        let mut notices = Vec::new();
        let deadline = deadline(self.settings.lock_wait);
        let journal = self.begin(deadline, &mut notices, &Unwatched)?;
        let mut walk = Walk::new(&self.root);
        let own = [&self.settings.state];
        let protection = Protection::look(self.settings.protected.iter().chain(own));
        let plan = plan(&mut walk, changes, &protection)?;
        let places = plan.iter().flat_map(|planned| planned.places());
        let paths = places.map(|place| self.root.path.join(place.as_str()));
        let _locks = self.locks.hold(paths, deadline)?;

        let header = self.header()?;
        let tag = header.tag;
        let mut writer = Writer::new(&journal, header).map_err(|error| journal.failed(&error))?;
        let verified = verify(&mut walk, plan, &mut writer).and_then(|verified| {
            if !verified.changes.is_empty() {
                gate.may_mutate(&verified.changes)?;
            }
            Ok(verified)
        });
        let verified = match verified {
            Ok(verified) if !verified.changes.is_empty() => verified,
            unchanged => {
                drop(writer);
                journal.clear().map_err(|error| journal.failed(&error))?;
                return unchanged.map(|verified| Committed { changes: verified.changes, notices });
            }
        };
        let records = match writer.finish() {
            Ok(records) => records,
            Err(error) => {
                // The mark may be on the disk, and nothing was changed: without the file there is no mark.
                journal.clear().map_err(|error| journal.failed(&error))?;
                return Err(journal.failed(&error));
            }
        };
        let mut work = Work::new(&mut walk, &journal, tag, watch);
        self.carry_out(&mut work, &records, verified.subjects)?;
        gate.mutated(&verified.changes);
        Ok(Committed { changes: verified.changes, notices })
    }

    /// Does what the journal says, or undoes it.
    fn carry_out(
        &self,
        work: &mut Work<'_, '_>,
        records: &[Record],
        subjects: Vec<Option<Subject>>,
    ) -> Result<(), Failure> {
        let applied = apply(work, records, subjects).and_then(|()| {
            let synced = if self.settings.durable { sync(work, records) } else { Ok(()) };
            synced.map_err(|failure| (records.len(), failure))
        });
        if let Err((begun, failure)) = applied {
            return Err(take_back(work, records, begun, failure));
        }
        // All is done. What is left aside goes with the next commit, if it does not go now.
        let cleaned = clean(work, records)
            .and_then(|()| if self.settings.durable { sync_names(work, records) } else { Ok(()) });
        let cleared =
            cleaned.and_then(|()| work.journal.clear().map_err(|error| work.journal.failed(&error)));
        if let Err(failure) = cleared {
            tracing::warn!(%failure, "a commit landed, and its journal stays");
        }
        Ok(())
    }

    fn header(&self) -> Result<Header, Failure> {
        let tag =
            getrandom::u64().map_err(|error| state_failed(&self.settings.state, &io::Error::other(error)))?;
        Ok(Header {
            root: self.root.identity(),
            born: self.root.born,
            path: self.root.path.to_string_lossy().into_owned(),
            tag,
        })
    }
}

/// Undoes the first records, as many as were begun; the failure to report.
fn take_back(work: &mut Work<'_, '_>, records: &[Record], begun: usize, failure: Failure) -> Failure {
    let undone = work
        .journal
        .turn_back()
        .map_err(|error| work.journal.failed(&error))
        .and_then(|()| undo(work, records, begun))
        .and_then(|left| work.journal.clear().map(|()| left).map_err(|error| work.journal.failed(&error)));
    match undone {
        Ok(left) if left.is_empty() => {
            failure.hint("Nothing is changed: what had been written by then was taken back.")
        }
        Ok(left) => {
            let of = |index: &usize| records.get(*index).map(|record| format!("`{}`", record.entry.place()));
            let names: Vec<String> = left.iter().filter_map(of).collect();
            failure.hint(format!(
                "All else was taken back, but somebody else wrote to {} meanwhile, so it was left as it is.",
                names.join(", ")
            ))
        }
        Err(stuck) => failure
            .detail("unsettled", paths_of(records))
            .hint(format!("What had been written by then is not all taken back yet: {stuck}."))
            .hint("The next commit takes it back first."),
    }
}
