//! `workspace` and `workspace-edit`: files beneath one folder. Each is linked only where its grant is held. What is
//! asked for runs on a thread that may block, so a slow disk holds up nobody else.

use std::sync::Arc;

use toolhost_capability::workspace::{ChangeSet, Kind as Found, Splice as Spliced, Workspace};
use toolhost_capability::{Failure, Gate};
use wasmtime::component::Resource;

use crate::bindings::toolhost::plugin::types::Error;
use crate::bindings::toolhost::plugin::workspace::{Chunk, Entry, Host, Kind, Link, Metadata};
use crate::bindings::toolhost::plugin::workspace_edit::{Host as EditHost, HostChangeSet, Splice};
use crate::state::CallState;

type Answer<T> = wasmtime::Result<Result<T, Error>>;

/// The files that a call may reach.
#[derive(Clone)]
pub struct Files {
    /// The folder that all paths are beneath.
    pub workspace: Arc<Workspace>,
    /// Where relative paths start: a path of the workspace, or empty for its root.
    pub folder: String,
    /// Asked before a commit, and told of it.
    pub gate: Arc<dyn Gate>,
}

impl Files {
    /// A path as the workspace takes it.
    fn path(&self, path: String) -> String {
        let is_absolute =
            path.starts_with(['/', '\\']) || path.get(1..3).is_some_and(|rest| rest.starts_with(':'));
        if self.folder.is_empty() || path.is_empty() || is_absolute {
            path
        } else {
            format!("{}/{path}", self.folder)
        }
    }
}

/// A change set that a guest fills; none once it was committed.
pub struct Staged(Option<ChangeSet>);

impl Host for CallState {
    async fn stat(&mut self, path: String) -> Answer<Option<Metadata>> {
        self.meter.bytes_out(path.len());
        self.look(move |files| files.workspace.stat(&files.path(path)).map(|found| found.map(Metadata::from)))
            .await
    }

    async fn read(&mut self, path: String) -> Answer<Chunk> {
        self.meter.bytes_out(path.len());
        let chunk = self.look(move |files| files.workspace.read(&files.path(path)).map(Chunk::from)).await?;
        Ok(chunk.inspect(|chunk| self.meter.bytes_in(chunk.data.len())))
    }

    async fn read_range(&mut self, path: String, offset: u64, length: u32) -> Answer<Chunk> {
        self.meter.bytes_out(path.len());
        let read = move |files: &Files| {
            files.workspace.read_range(&files.path(path), offset, length).map(Chunk::from)
        };
        let chunk = self.look(read).await?;
        Ok(chunk.inspect(|chunk| self.meter.bytes_in(chunk.data.len())))
    }

    async fn entries(&mut self, path: String) -> Answer<Vec<Entry>> {
        self.meter.bytes_out(path.len());
        let list = move |files: &Files| files.workspace.entries(&files.path(path));
        let entries = self.look(list).await?;
        let entries = entries.map(|entries| entries.into_iter().map(Entry::from).collect::<Vec<_>>());
        Ok(entries.inspect(|entries| self.meter.bytes_in(entries.iter().map(|entry| entry.name.len()).sum())))
    }
}

impl EditHost for CallState {}

impl HostChangeSet for CallState {
    async fn new(&mut self) -> wasmtime::Result<Resource<Staged>> {
        self.count()?;
        let staged = Staged(self.powers.files.as_ref().ok().map(|files| files.workspace.change_set()));
        Ok(self.table.push(staged)?)
    }

    async fn create(&mut self, set: Resource<Staged>, path: String, content: Vec<u8>) -> Answer<()> {
        self.meter.bytes_out(path.len() + content.len());
        self.stage(&set, |files, changes| changes.create(files.path(path), content))
    }

    async fn edit(
        &mut self,
        set: Resource<Staged>,
        path: String,
        version: String,
        splices: Vec<Splice>,
    ) -> Answer<()> {
        self.meter.bytes_out(path.len() + size(&splices));
        self.stage(&set, |files, changes| changes.edit(files.path(path), version, spliced(splices)))
    }

    async fn remove(&mut self, set: Resource<Staged>, path: String, version: String) -> Answer<()> {
        self.meter.bytes_out(path.len());
        self.stage(&set, |files, changes| changes.remove(files.path(path), version))
    }

    async fn rename(
        &mut self,
        set: Resource<Staged>,
        path: String,
        version: String,
        to: String,
        splices: Vec<Splice>,
    ) -> Answer<()> {
        self.meter.bytes_out(path.len() + to.len() + size(&splices));
        self.stage(&set, |files, changes| {
            changes.rename(files.path(path), version, files.path(to), spliced(splices))
        })
    }

    async fn commit(&mut self, set: Resource<Staged>) -> Answer<()> {
        self.count()?;
        let files = match self.powers.files.clone() {
            Ok(files) => files,
            Err(failure) => return Ok(Err(failure.into())),
        };
        let Some(changes) = self.table.get_mut(&set)?.0.take() else { return Ok(Err(committed())) };
        let commit = async move { files.workspace.commit(changes, files.gate).await };
        Ok(match self.meter.host(commit).await {
            Ok(committed) => {
                for notice in committed.notices {
                    tracing::warn!(plugin = &*self.plugin, "{notice}");
                }
                Ok(())
            }
            Err(failure) => Err(failure.into()),
        })
    }

    async fn drop(&mut self, set: Resource<Staged>) -> wasmtime::Result<()> {
        self.table.delete(set)?;
        Ok(())
    }
}

impl CallState {
    /// Asks the workspace for something.
    async fn look<T: Send + 'static>(
        &mut self,
        look: impl FnOnce(&Files) -> Result<T, Failure> + Send + 'static,
    ) -> Answer<T> {
        self.count()?;
        let files = match self.powers.files.clone() {
            Ok(files) => files,
            Err(failure) => return Ok(Err(failure.into())),
        };
        let found = self.meter.host(tokio::task::spawn_blocking(move || look(&files))).await?;
        Ok(found.map_err(Error::from))
    }

    /// Adds to a change set, which touches nothing.
    fn stage(
        &mut self,
        set: &Resource<Staged>,
        add: impl FnOnce(&Files, &mut ChangeSet) -> Result<(), Failure>,
    ) -> Answer<()> {
        self.count()?;
        let files = match &self.powers.files {
            Ok(files) => files,
            Err(failure) => return Ok(Err(failure.clone().into())),
        };
        let Some(changes) = &mut self.table.get_mut(set)?.0 else { return Ok(Err(committed())) };
        Ok(self.meter.host_now(|| add(files, changes)).map_err(Error::from))
    }
}

fn committed() -> Error {
    Failure::new("invalid_argument", "This change set was committed already; a new one is needed.").into()
}

fn size(splices: &[Splice]) -> usize {
    splices.iter().map(|splice| splice.insert.len()).sum()
}

fn spliced(splices: Vec<Splice>) -> Vec<Spliced> {
    let spliced = |Splice { offset, remove, insert }| Spliced { offset, remove, insert };
    splices.into_iter().map(spliced).collect()
}

impl From<Found> for Kind {
    fn from(kind: Found) -> Kind {
        match kind {
            Found::File => Kind::File,
            Found::Directory => Kind::Directory,
            Found::Symlink => Kind::Symlink,
            Found::Other => Kind::Other,
        }
    }
}

impl From<toolhost_capability::workspace::Metadata> for Metadata {
    fn from(found: toolhost_capability::workspace::Metadata) -> Metadata {
        Metadata {
            kind: found.kind.into(),
            size: found.size,
            executable: found.executable,
            protected: found.protected,
            resolved: found.resolved,
            version: found.version,
            link: found.link.map(Link::from),
        }
    }
}

impl From<toolhost_capability::workspace::Link> for Link {
    fn from(link: toolhost_capability::workspace::Link) -> Link {
        Link { place: link.place, version: link.version }
    }
}

impl From<toolhost_capability::workspace::Entry> for Entry {
    fn from(entry: toolhost_capability::workspace::Entry) -> Entry {
        Entry { name: entry.name, kind: entry.kind.into() }
    }
}

impl From<toolhost_capability::workspace::Chunk> for Chunk {
    fn from(chunk: toolhost_capability::workspace::Chunk) -> Chunk {
        Chunk { data: chunk.data, version: chunk.version }
    }
}
