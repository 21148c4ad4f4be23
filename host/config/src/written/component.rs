//! Where a component comes from, and the digest that it must have.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::word::{self, Word};
use crate::nearest::quoted;

/// Where a component comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Component {
    /// One that the host carries inside itself, by name.
    Builtin(String),
    /// A file; a relative path starts at the folder of the configuration file.
    File(PathBuf),
    /// An artefact of a registry, without the `oci://`.
    Oci(String),
}

impl Word for Component {
    const EXPECTED: &'static str = "a path, \"builtin:NAME\" or \"oci://registry/name:tag\"";

    fn read(text: &str) -> Result<Self, String> {
        let refuse = || Err(format!("expected {}, found {}", Self::EXPECTED, quoted(text)));
        if let Some(reference) = text.strip_prefix("oci://") {
            return if reference.is_empty() { refuse() } else { Ok(Self::Oci(reference.into())) };
        }
        if let Some(name) = text.strip_prefix("builtin:") {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
            return if plain && !name.is_empty() { Ok(Self::Builtin(name.into())) } else { refuse() };
        }
        if text.is_empty() || text.contains("://") || text.contains('\0') {
            return refuse();
        }
        Ok(Self::File(text.into()))
    }
}

impl<'de> Deserialize<'de> for Component {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word::deserialize(deserializer)
    }
}

impl JsonSchema for Component {
    fn schema_name() -> Cow<'static, str> {
        "Component".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string", "minLength": 1,
            "examples": ["./my_tool.wasm", "builtin:NAME"],
            "description": "A path relative to the configuration file, builtin:NAME, or oci://registry/name:tag.",
        })
    }
}

/// A SHA-256, written as `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The 32 bytes of the digest.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl Word for Digest {
    const EXPECTED: &'static str = "\"sha256:\" and 64 hexadecimal digits";

    fn read(text: &str) -> Result<Self, String> {
        let refuse = |what: String| Err(format!("expected {}, found {what}", Self::EXPECTED));
        let Some(hex) = text.strip_prefix("sha256:") else {
            return refuse(quoted(text));
        };
        if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let digits = hex.chars().filter(char::is_ascii_hexdigit).count();
            let others = hex.chars().count() - digits;
            return refuse(format!("{digits} of them and {others} other characters"));
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).unwrap_or_default();
            *byte = u8::from_str_radix(pair, 16).unwrap_or_default();
        }
        Ok(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl std::str::FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word::deserialize(deserializer)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Digest {
    fn schema_name() -> Cow<'static, str> {
        "Digest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^sha256:[0-9a-fA-F]{64}$" })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_digest_is_read_as_it_is_shown(bytes in any::<[u8; 32]>()) {
            prop_assert_eq!(Digest(bytes).to_string().parse(), Ok(Digest(bytes)));
        }
    }
}
