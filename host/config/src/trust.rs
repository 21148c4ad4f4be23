//! Trust in a workspace: a digest over its configuration and the files that it names. Whoever changes one of
//! them makes it untrusted again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::written::Digest;

/// Which configuration of which workspace the user trusts. It is kept as JSON in the user's own folders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrustRecord {
    /// Digests by workspace root, absolute and free of links.
    workspaces: BTreeMap<PathBuf, Digest>,
}

impl TrustRecord {
    /// Records that the configuration with this digest is trusted in `workspace`, in place of any other.
    pub fn trust(&mut self, workspace: &Path, digest: Digest) {
        self.workspaces.insert(workspace.into(), digest);
    }

    /// Forgets `workspace`; says whether it was known.
    pub fn forget(&mut self, workspace: &Path) -> bool {
        self.workspaces.remove(workspace).is_some()
    }

    /// Whether exactly this configuration is trusted in exactly this workspace.
    #[must_use]
    pub fn trusts(&self, workspace: &Path, digest: &Digest) -> bool {
        self.workspaces.get(workspace) == Some(digest)
    }

    /// Workspaces and what is trusted in them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &Digest)> {
        self.workspaces.iter().map(|(path, digest)| (path.as_path(), digest))
    }
}

/// The digest of a configuration together with the files of [`crate::Document::named_files`]. Files count by
/// path and contents; their order does not matter.
#[must_use]
pub fn trust_digest(config_text: &str, named_files: &[(PathBuf, Digest)]) -> Digest {
    let mut files: Vec<(&[u8], &Digest)> =
        named_files.iter().map(|(path, digest)| (path.as_os_str().as_encoded_bytes(), digest)).collect();
    files.sort_unstable();
    files.dedup();
    let mut hasher = Sha256::new();
    // Lengths go before contents, so that no text can pass for a text and a file.
    let mut add = |bytes: &[u8]| {
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(config_text.as_bytes());
    for (path, digest) in files {
        add(path);
        add(digest.as_bytes());
    }
    Digest::from(<[u8; 32]>::from(hasher.finalize()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn file(path: &str, contents: &str) -> (PathBuf, Digest) {
        (path.into(), Digest::of(contents.as_bytes()))
    }

    #[test]
    fn a_change_of_anything_is_another_digest() {
        let trusted = trust_digest("profile: default", &[file("/w/a.wasm", "a"), file("/w/b.wasm", "b")]);
        let reordered = trust_digest("profile: default", &[file("/w/b.wasm", "b"), file("/w/a.wasm", "a")]);
        assert_eq!(trusted, reordered);
        let others = [
            trust_digest("profile: other", &[file("/w/a.wasm", "a"), file("/w/b.wasm", "b")]),
            trust_digest("profile: default", &[file("/w/a.wasm", "x"), file("/w/b.wasm", "b")]),
            trust_digest("profile: default", &[file("/w/a.wasm", "a")]),
            trust_digest("profile: default", &[file("/w/a.wasm", "b"), file("/w/b.wasm", "a")]),
            trust_digest("profile: default", &[]),
        ];
        for (index, other) in others.iter().enumerate() {
            assert_ne!(*other, trusted, "{index}");
        }
    }

    #[test]
    fn trust_is_for_one_workspace_and_one_digest() {
        let (first, second) = (Digest::of(b"1"), Digest::of(b"2"));
        let mut record = TrustRecord::default();
        record.trust(Path::new("/w"), first);
        assert!(record.trusts(Path::new("/w"), &first));
        assert!(!record.trusts(Path::new("/w"), &second));
        assert!(!record.trusts(Path::new("/w/sub"), &first));
        record.trust(Path::new("/w"), second);
        assert!(!record.trusts(Path::new("/w"), &first));
        assert!(record.forget(Path::new("/w")));
        assert!(!record.trusts(Path::new("/w"), &second));
        assert!(!record.forget(Path::new("/w")));
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let mut record = TrustRecord::default();
        record.trust(Path::new("/w"), Digest::of(b"1"));
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(
            text,
            r#"{"workspaces":{"/w":"sha256:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}}"#
        );
        assert_eq!(serde_json::from_str::<TrustRecord>(&text).unwrap(), record);
    }
}
