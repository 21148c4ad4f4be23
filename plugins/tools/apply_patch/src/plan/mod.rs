//! From a patch and a tree to the changes of one commit. Everything is decided before anything is changed, so a
//! patch that cannot be applied whole plans nothing.

mod lines;
mod missing;
mod overlay;
mod path;
mod similar;
mod update;
mod whole;

use crate::diff::{Entry, Report};
use crate::refusal::{BY_COMMAND, INVALID_PATCH, LIMIT_EXCEEDED, NOT_A_FILE, Refusal, TOLD};
use crate::syntax::{Action, Destination, Hunk, Operation, Patch};
use crate::tree::{Change, Content, Metadata, Splice, Tree};
pub use lines::PathLines;
use overlay::{Deleted, Left, Overlay, Target};

/// What a patch does to a tree.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    /// The changes, in the order of the patch. Empty where nothing changes.
    pub changes: Vec<Change>,
    /// What the result says.
    pub report: Report,
    /// Which line of the patch is about a path, as it is told and as the tree takes it.
    pub lines: PathLines,
}

/// Plans a patch against the tree as it is.
///
/// # Errors
/// What of the patch cannot be done: the first fault, with up to seven others in its details.
pub fn plan(tree: &impl Tree, patch: &Patch<'_>) -> Result<Plan, Refusal> {
    let first = patch.operations.first();
    let (line, path) = first.map_or((1, &b""[..]), |operation| (operation.line, operation.path));
    let folder =
        tree.folder().map_err(|failure| Refusal::by_tree(failure, line, &String::from_utf8_lossy(path)))?;
    let overlay = Overlay::new(tree, folder);
    let mut planner =
        Planner { tree, overlay, changes: Vec::new(), entries: Vec::new(), lines: PathLines::default() };
    let mut refusals = Vec::new();
    for operation in &patch.operations {
        if let Err(others) = planner.operation(operation) {
            refusals.extend(others);
        }
        if refusals.len() >= TOLD {
            refusals.truncate(TOLD);
            break;
        }
    }
    match Refusal::joined(refusals) {
        Some(refusal) => Err(refusal),
        None => Ok(Plan {
            changes: planner.changes.into_iter().flatten().collect(),
            report: Report::bounded(planner.entries),
            lines: planner.lines,
        }),
    }
}

/// A patch, as far as it is planned.
struct Planner<'t, T> {
    tree: &'t T,
    overlay: Overlay<'t, T>,
    /// None where one is no longer needed.
    changes: Vec<Option<Change>>,
    entries: Vec<Entry>,
    lines: PathLines,
}

/// What an operation on one file can fail of: each of its hunks, or the file as a whole.
type Refusals = Vec<Refusal>;

impl<T: Tree> Planner<'_, T> {
    fn operation(&mut self, operation: &Operation<'_>) -> Result<(), Refusals> {
        let target = self.overlay.target(operation.path, operation.line).map_err(alone)?;
        self.lines.add(&target);
        match &operation.action {
            Action::Add(added) => self.add(&target, added.content()).map_err(alone),
            Action::Delete => self.delete(&target).map_err(alone),
            Action::Update { to: Some(to), hunks } => self.relocate(&target, to, hunks),
            Action::Update { to: None, hunks } => self.update(&target, hunks),
        }
    }

    fn add(&mut self, target: &Target, content: Vec<u8>) -> Result<(), Refusal> {
        match self.overlay.vacant(target, false)? {
            Some(deleted) if deleted.metadata.link.is_none() => self.replace(target, &deleted, content),
            _ => {
                self.entries.push(whole::created(&target.told, &content));
                self.changes.push(Some(Change::Create { path: target.path.clone(), content }));
            }
        }
        self.overlay.written(target);
        Ok(())
    }

    /// A file that was deleted and is added again is the same file with other bytes: its mode and its hard links stay.
    /// A link is no such file: what takes its place is new, and what it led to stays as it is.
    fn replace(&mut self, target: &Target, deleted: &Deleted, content: Vec<u8>) {
        let path = target.path.clone();
        let old = self.told(&path, &deleted.metadata);
        let entry = whole::replaced(&target.told, old.as_ref().map(|old| old.bytes.as_slice()), &content);
        self.changes[deleted.change] = (!entry.is_empty).then(|| {
            let (remove, version) = match old {
                Some(old) => (old.bytes.len() as u64, old.version),
                None => (deleted.metadata.size, deleted.metadata.version.clone()),
            };
            Change::Edit { path, version, splices: vec![Splice { offset: 0, remove, insert: content }] }
        });
        self.entries[deleted.entry] = entry;
    }

    fn delete(&mut self, target: &Target) -> Result<(), Refusal> {
        let metadata = self.overlay.existing(target, true)?;
        // What a link leads to is not deleted.
        let content = if metadata.link.is_none() { self.told(&target.path, &metadata) } else { None };
        self.entries
            .push(whole::deleted(&target.told, content.as_ref().map(|content| content.bytes.as_slice())));
        let version = match (&metadata.link, content) {
            (Some(link), _) => link.version.clone(),
            (None, Some(content)) => content.version,
            (None, None) => metadata.version.clone(),
        };
        self.changes.push(Some(Change::Remove { path: target.path.clone(), version }));
        let deleted = Deleted { change: self.changes.len() - 1, entry: self.entries.len() - 1, metadata };
        self.overlay.leave(target, Left::Deleted(deleted));
        Ok(())
    }

    /// The content of a file for its diff: none where it is large, or where it cannot be read, since what is
    /// deleted or replaced need not be readable.
    fn told(&self, path: &str, metadata: &Metadata) -> Option<Content> {
        if metadata.size > whole::MAX_TOLD { None } else { self.tree.read(path).ok() }
    }

    fn update(&mut self, target: &Target, hunks: &[Hunk<'_>]) -> Result<(), Refusals> {
        self.overlay.existing(target, false).map_err(alone)?;
        // Also where its hunks fail, so that a second operation on it is one more fault.
        self.overlay.changed(target);
        let content = self.read(target)?;
        let updated = update::updated(&content.bytes, &target.told, None, target.line, hunks)?;
        self.entries.push(updated.entry);
        if !updated.splices.is_empty() {
            let (path, version) = (target.path.clone(), content.version);
            self.changes.push(Some(Change::Edit { path, version, splices: updated.splices }));
        }
        Ok(())
    }

    fn relocate(
        &mut self,
        target: &Target,
        to: &Destination<'_>,
        hunks: &[Hunk<'_>],
    ) -> Result<(), Refusals> {
        let metadata = self.overlay.existing(target, false).map_err(alone)?;
        if metadata.link.is_some() {
            return Err(alone(linked(target)));
        }
        let destination = self.overlay.target(to.path, to.line).map_err(alone)?;
        self.lines.add(&destination);
        if destination.told == target.told {
            let message = format!("`{}` moves to where it is (line {} of the patch).", target.told, to.line);
            return Err(alone(
                Refusal::of(INVALID_PATCH, to.line, &target.told, message).hint("Leave `*** Move to:` out."),
            ));
        }
        self.overlay.vacant(&destination, true).map_err(alone)?;
        self.overlay.leave(target, Left::MovedAway);
        self.overlay.written(&destination);
        let (version, splices, entry) = if hunks.is_empty() {
            (metadata.version, Vec::new(), whole::moved(&target.told, &destination.told))
        } else {
            let content = self.read(target)?;
            let to = Some(destination.told.as_str());
            let updated = update::updated(&content.bytes, &target.told, to, target.line, hunks)?;
            (content.version, updated.splices, updated.entry)
        };
        self.entries.push(entry);
        self.changes.push(Some(Change::Rename {
            path: target.path.clone(),
            version,
            to: destination.path,
            splices,
        }));
        Ok(())
    }

    fn read(&self, target: &Target) -> Result<Content, Refusals> {
        self.tree.read(&target.path).map_err(|mut failure| {
            if failure.code == LIMIT_EXCEEDED {
                // A tree that reads no file of this size offers ranges of it, which are no help here.
                failure.hints = vec![BY_COMMAND.to_owned()];
            }
            alone(Refusal::by_tree(failure, target.line, &target.told))
        })
    }
}

fn linked(target: &Target) -> Refusal {
    let Target { line, told: path, .. } = target;
    let message = format!(
        "`{path}` (line {line} of the patch) is a symbolic link, which is not moved: it might lead elsewhere then."
    );
    Refusal::of(NOT_A_FILE, *line, path, message)
        .hint("Move the file that it leads to, or delete the link and add a new file.")
}

fn alone(refusal: Refusal) -> Refusals {
    vec![refusal]
}
