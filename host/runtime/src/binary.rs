//! The bytes of a component, with their identity.

use bytes::Bytes;

use crate::digest::Digest;

/// The bytes of a component, with their identity. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Binary {
    bytes: Bytes,
    digest: Digest,
    is_built_in: bool,
}

impl Binary {
    /// Bytes from anywhere.
    pub fn new(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let digest = Digest::of(&bytes);
        Self { bytes, digest, is_built_in: false }
    }

    /// A component that is part of the program, whose SHA-256 was taken when the program was built: neither is its
    /// digest computed again, nor its structure validated, which at a start would be most of the work.
    pub fn built_in(bytes: &'static [u8], sha256: [u8; 32]) -> Self {
        Self { bytes: Bytes::from_static(bytes), digest: Digest::from(sha256), is_built_in: true }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its identity.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Whether it is part of the program.
    pub(crate) fn is_built_in(&self) -> bool {
        self.is_built_in
    }
}
