//! Which workspaces' own configurations the user trusts, on disk.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use toolhost_config::{Digest, Document, Source, TrustRecord, trust_digest};

use crate::environment::Folders;

/// Whether the user trusts exactly this text and the files that it names.
pub(crate) fn is_trusted(
    folders: &Folders,
    workspace: &Path,
    file: &Path,
    text: &str,
) -> anyhow::Result<bool> {
    let record = read(folders)?;
    Ok(digest(workspace, file, text).is_some_and(|digest| record.trusts(workspace, &digest)))
}

/// Records that this text, with the files that it names as they are now, is trusted.
pub(crate) fn trust(folders: &Folders, workspace: &Path, file: &Path, text: &str) -> anyhow::Result<Digest> {
    Document::parse(source(file, text))?;
    let digest =
        digest(workspace, file, text).context("a file that the configuration names cannot be read")?;
    let mut record = read(folders)?;
    record.trust(workspace, digest);
    write(folders, &record)?;
    Ok(digest)
}

/// Takes the trust back; whether there was any.
pub(crate) fn forget(folders: &Folders, workspace: &Path) -> anyhow::Result<bool> {
    let mut record = read(folders)?;
    let known = record.forget(workspace);
    write(folders, &record)?;
    Ok(known)
}

/// The files that a workspace's configuration names and that its trust depends on; none for a text that is no
/// configuration.
#[cfg(unix)]
pub(crate) fn named(workspace: &Path, file: &Path) -> Vec<PathBuf> {
    let Ok(text) = fs::read_to_string(file) else { return Vec::new() };
    Document::parse(source(file, &text)).map(|document| document.named_files(workspace)).unwrap_or_default()
}

/// None for a text that is no configuration, or names a file that cannot be read: nothing to trust.
fn digest(workspace: &Path, file: &Path, text: &str) -> Option<Digest> {
    let document = Document::parse(source(file, text)).ok()?;
    let named: Option<Vec<(PathBuf, Digest)>> = document
        .named_files(workspace)
        .into_iter()
        .map(|path| fs::read(&path).ok().map(|bytes| (path, Digest::of(&bytes))))
        .collect();
    Some(trust_digest(text, &named?))
}

fn source<'a>(file: &'a Path, text: &'a str) -> Source<'a> {
    Source {
        file: file.to_str().unwrap_or("toolhost.yaml"),
        directory: file.parent().unwrap_or(Path::new("/")),
        text,
    }
}

pub(crate) fn record_file(folders: &Folders) -> PathBuf {
    folders.state.join("trust.json")
}

fn read(folders: &Folders) -> anyhow::Result<TrustRecord> {
    let file = record_file(folders);
    match fs::read(&file) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .with_context(|| format!("{} is damaged; remove it to trust nothing", file.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(TrustRecord::default()),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
    }
}

/// Replaces the record at once, so that a crash leaves the old one.
fn write(folders: &Folders, record: &TrustRecord) -> anyhow::Result<()> {
    let file = record_file(folders);
    crate::wiring::private_directory(&folders.state)?;
    let fresh = file.with_extension(format!("{}.new", std::process::id()));
    let mut out =
        fs::File::create(&fresh).with_context(|| format!("{} cannot be written", fresh.display()))?;
    out.write_all(&serde_json::to_vec_pretty(record)?)?;
    out.sync_all()?;
    fs::rename(&fresh, &file).with_context(|| format!("{} cannot be replaced", file.display()))
}
