//! The host's workspace as the tree that patches are planned against and committed to.

use toolhost_plugin::workspace_edit::{self, ChangeSet};
use toolhost_plugin::{Failure, workspace};

use crate::tree::{Change, Content, Kind, Link, Metadata, Splice, Store, Tree};

/// The files of the workspace. Calling it natively panics: there is no host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workspace;

impl Tree for Workspace {
    fn folder(&self) -> Result<String, Failure> {
        let resolved = workspace::stat(".")?.map(|metadata| metadata.resolved);
        Ok(resolved.filter(|folder| folder != ".").unwrap_or_default())
    }

    fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
        let metadata = workspace::stat(path)?;
        Ok(metadata.map(|metadata| Metadata {
            kind: kind(metadata.kind),
            size: metadata.size,
            protected: metadata.protected,
            resolved: metadata.resolved,
            version: metadata.version,
            link: metadata.link.map(|workspace::Link { place, version }| Link { place, version }),
        }))
    }

    fn read(&self, path: &str) -> Result<Content, Failure> {
        let chunk = workspace::read(path)?;
        Ok(Content { bytes: chunk.data, version: chunk.version })
    }

    fn entries(&self, path: &str) -> Result<Vec<(String, Kind)>, Failure> {
        let path = if path.is_empty() { "." } else { path };
        Ok(workspace::entries(path)?.into_iter().map(|entry| (entry.name, kind(entry.kind))).collect())
    }
}

impl Store for Workspace {
    fn commit(&mut self, changes: Vec<Change>) -> Result<(), Failure> {
        let set = ChangeSet::new();
        for change in changes {
            match change {
                Change::Create { path, content } => set.create(&path, &content)?,
                Change::Edit { path, version, splices } => set.edit(&path, &version, &bound(splices))?,
                Change::Remove { path, version } => set.remove(&path, &version)?,
                Change::Rename { path, version, to, splices } => {
                    set.rename(&path, &version, &to, &bound(splices))?;
                }
            }
        }
        set.commit()
    }
}

fn kind(kind: workspace::Kind) -> Kind {
    match kind {
        workspace::Kind::File => Kind::File,
        workspace::Kind::Directory => Kind::Directory,
        workspace::Kind::Symlink => Kind::Symlink,
        workspace::Kind::Other => Kind::Other,
    }
}

fn bound(splices: Vec<Splice>) -> Vec<workspace_edit::Splice> {
    let bound = |Splice { offset, remove, insert }| workspace_edit::Splice { offset, remove, insert };
    splices.into_iter().map(bound).collect()
}
