//! What a file was when it was read, as a string that means nothing to whoever holds it.

use std::fmt;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::Metadata;
use twox_hash::XxHash3_128;

use super::fault::refused;
use crate::Failure;

/// Which file it is, whatever its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) device: u64,
    pub(super) inode: u64,
}

impl Identity {
    pub(super) fn of(metadata: &Metadata) -> Identity {
        Identity { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// What the file system says of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) identity: Identity,
    pub(super) size: u64,
    /// Nanoseconds since 1970 of the last change of its bytes.
    pub(super) modified: i64,
    /// Nanoseconds since 1970 of the last change of anything about it.
    pub(super) changed: i64,
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Stamp {
        let (modified, changed) = times(metadata);
        Stamp { identity: Identity::of(metadata), size: metadata.len(), modified, changed }
    }

    /// Whether nobody wrote into the file between the two. A new name counts as no change.
    pub(super) fn same_content(&self, other: &Stamp) -> bool {
        (self.identity, self.size, self.modified) == (other.identity, other.size, other.modified)
    }
}

#[cfg(unix)]
fn times(metadata: &Metadata) -> (i64, i64) {
    use cap_std::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    (
        nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
    )
}

#[cfg(not(unix))]
fn times(metadata: &Metadata) -> (i64, i64) {
    let since = |time: std::io::Result<cap_std::time::SystemTime>| {
        let time = time.ok().map(cap_std::time::SystemTime::into_std);
        let age = time.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
        i64::try_from(age.as_nanos()).unwrap_or(i64::MAX)
    };
    (since(metadata.modified()), since(metadata.created()))
}

/// A digest of bytes (XXH3, 128 bits). It tells apart what was read from what is there now, at the speed of
/// memory. It need not withstand forgery: whoever can change the file between the two can change it anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digest(pub(super) u128);

impl Digest {
    pub(super) fn of(bytes: &[u8]) -> Digest {
        Digest(XxHash3_128::oneshot(bytes))
    }
}

/// A digest of bytes that come in parts.
#[derive(Clone)]
pub(super) struct Digester(XxHash3_128);

impl Digester {
    pub(super) fn new() -> Digester {
        Digester(XxHash3_128::new())
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    pub(super) fn digest(&self) -> Digest {
        Digest(self.0.finish_128())
    }
}

/// How much of a file the holder of a version has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// What the file system says of it, no more.
    Stamp,
    /// A range.
    Range { offset: u64, length: u64, digest: Digest },
    /// Every byte.
    Whole(Digest),
}

/// A file at one time.
///
/// Where all of it was read, the digest decides: the same file with the same bytes is the same version, even
/// if it was touched. Where less was read, what the file system says has to be the same, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) stamp: Stamp,
    pub(super) seen: Seen,
}

impl Version {
    pub(super) fn new(stamp: Stamp, seen: Seen) -> Version {
        Version { stamp, seen }
    }

    /// Reads a version that was given out before.
    ///
    /// # Errors
    /// Any other string.
    pub(super) fn read(path: &str, text: &str) -> Result<Version, Failure> {
        parse(text).ok_or_else(|| {
            let message = format!("the version given for `{path}` is none that a file has had");
            refused("invalid_argument", path, message)
                .hint("A version comes from reading the file, and is handed back as it is.")
        })
    }

    /// Whether a file with this stamp can still be it, as far as can be told without reading.
    pub(super) fn may_be(&self, now: &Stamp) -> bool {
        match self.seen {
            Seen::Stamp | Seen::Range { .. } => self.stamp == *now,
            Seen::Whole(_) => (self.stamp.identity, self.stamp.size) == (now.identity, now.size),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stamp { identity: Identity { device, inode }, size, modified, changed } = self.stamp;
        write!(f, "{device:x}.{inode:x}.{size:x}.{modified:x}.{changed:x}")?;
        match self.seen {
            Seen::Stamp => Ok(()),
            Seen::Range { offset, length, digest } => write!(f, ".{offset:x}.{length:x}.{:x}", digest.0),
            Seen::Whole(digest) => write!(f, ".{:x}", digest.0),
        }
    }
}

fn parse(text: &str) -> Option<Version> {
    let parts: Vec<&str> = text.split('.').collect();
    let number = |index: usize| u64::from_str_radix(parts.get(index)?, 16).ok();
    let digest = |index: usize| u128::from_str_radix(parts.get(index)?, 16).ok().map(Digest);
    let stamp = Stamp {
        identity: Identity { device: number(0)?, inode: number(1)? },
        size: number(2)?,
        // Hexadecimal digits show the bits of a negative number.
        modified: number(3)?.cast_signed(),
        changed: number(4)?.cast_signed(),
    };
    let seen = match parts.len() {
        5 => Seen::Stamp,
        6 => Seen::Whole(digest(5)?),
        8 => Seen::Range { offset: number(5)?, length: number(6)?, digest: digest(7)? },
        _ => return None,
    };
    Some(Version { stamp, seen })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn seen() -> impl Strategy<Value = Seen> {
        prop_oneof![
            Just(Seen::Stamp),
            any::<u128>().prop_map(|digest| Seen::Whole(Digest(digest))),
            any::<(u64, u64, u128)>().prop_map(|(offset, length, digest)| Seen::Range {
                offset,
                length,
                digest: Digest(digest)
            }),
        ]
    }

    proptest! {
        #[test]
        fn a_version_comes_back_from_its_text(
            (device, inode, size, modified, changed) in any::<(u64, u64, u64, i64, i64)>(),
            seen in seen(),
        ) {
            let stamp = Stamp { identity: Identity { device, inode }, size, modified, changed };
            let version = Version::new(stamp, seen);
            prop_assert_eq!(Version::read("f", &version.to_string()).unwrap(), version);
        }

        #[test]
        fn no_text_is_too_much(text in ".*") {
            let _ = Version::read("f", &text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "1",
            "1.2.3.4",
            "1.2.3.4.5.6.7",
            "1.2.3.4.5.6.7.8.9",
            "g.2.3.4.5",
            "1.2.3.4.5.",
            "-1.2.3.4.5",
        ] {
            let failure = Version::read("f", text).unwrap_err();
            assert_eq!(failure.code, "invalid_argument", "{text}");
        }
    }

    #[test]
    fn a_digest_in_parts_is_the_digest_of_the_whole() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|number| number as u8).collect();
        let mut digester = Digester::new();
        bytes.chunks(777).for_each(|part| digester.add(part));
        assert_eq!(digester.digest(), Digest::of(&bytes));
    }
}
