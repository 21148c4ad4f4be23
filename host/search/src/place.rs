//! Places beneath the root, and the order in which results stand.

use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Bytes of two paths that are compared at once.
const STEP: usize = 16;

/// A place beneath the root: names with `/` between them, none of them empty, `.` or `..`. The root itself has no
/// name.
///
/// Places are ordered name by name, as a sorted walk meets them: a folder's content stands where the folder does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Place(OsString);

impl Place {
    pub(crate) fn root() -> Place {
        Place::default()
    }

    pub(crate) fn child(&self, name: &OsStr) -> Place {
        let mut path = OsString::with_capacity(self.0.len() + 1 + name.len());
        if !self.0.is_empty() {
            path.push(&self.0);
            path.push("/");
        }
        path.push(name);
        Place(path)
    }

    /// The folder that it lies in; the root for the root.
    pub(crate) fn parent(&self) -> Place {
        self.0.to_str().and_then(|text| text.rsplit_once('/')).map_or_else(
            || {
                Place(
                    Path::new(&self.0)
                        .parent()
                        .map(|parent| parent.as_os_str().to_owned())
                        .unwrap_or_default(),
                )
            },
            |(parent, _)| Place(parent.into()),
        )
    }

    /// Its last name; empty for the root.
    pub(crate) fn name(&self) -> &OsStr {
        Path::new(&self.0).file_name().unwrap_or_default()
    }

    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &OsStr> {
        Path::new(&self.0).iter()
    }

    /// The bytes of the path, for comparing and for searching in it.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_encoded_bytes()
    }

    pub(crate) fn as_path(&self) -> &Path {
        Path::new(&self.0)
    }

    /// The path from its byte `start` on, which is where a name starts.
    pub(crate) fn rest(&self, start: usize) -> &Path {
        #[cfg(unix)]
        let rest = {
            use std::os::unix::ffi::OsStrExt;
            self.bytes().get(start..).map(OsStr::from_bytes)
        };
        #[cfg(not(unix))]
        let rest = self.0.to_str().and_then(|text| text.get(start..)).map(OsStr::new);
        Path::new(rest.unwrap_or(&self.0))
    }

    /// What people and models read; what is not UTF-8 is replaced.
    pub(crate) fn shown(&self) -> String {
        if self.is_root() { ".".to_owned() } else { self.0.to_string_lossy().into_owned() }
    }
}

impl From<&str> for Place {
    fn from(text: &str) -> Place {
        Place(text.into())
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Place) -> Ordering {
        let (left, right) = (self.bytes(), other.bytes());
        // Most of two paths is the same, and larger steps skip it sooner.
        let steps = left.chunks_exact(STEP).zip(right.chunks_exact(STEP));
        let same = steps.take_while(|(a, b)| a == b).count() * STEP;
        let differing = left.iter().zip(right).skip(same).find(|(a, b)| a != b);
        // No name holds NUL or `/`, so that the separator may stand before every other byte.
        let rank = |byte: u8| if byte == b'/' { 0 } else { byte };
        match differing {
            Some((&a, &b)) => rank(a).cmp(&rank(b)),
            None => left.len().cmp(&right.len()),
        }
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_place_is_taken_apart_and_put_together() {
        for (path, parent, name) in
            [("", "", ""), ("a", "", "a"), ("a/b", "a", "b"), ("a/b c/ä.x", "a/b c", "ä.x")]
        {
            let place = Place::from(path);
            assert_eq!(place.parent(), Place::from(parent), "{path}");
            assert_eq!(place.name(), OsStr::new(name), "{path}");
            if !place.is_root() {
                assert_eq!(place.parent().child(place.name()), place, "{path}");
            }
        }
        assert_eq!(Place::root().shown(), ".");
    }

    proptest! {
        #[test]
        fn the_order_is_that_of_the_names(
            left in prop::collection::vec("[-.a/-z]{0,3}", 0..4),
            right in prop::collection::vec("[-.a/-z]{0,3}", 0..4),
        ) {
            let clean = |names: Vec<String>| -> Vec<String> {
                names.into_iter().map(|name| name.replace('/', "_") + "x").collect()
            };
            let (left, right) = (clean(left), clean(right));
            let place = |names: &[String]| Place::from(names.join("/").as_str());
            prop_assert_eq!(place(&left).cmp(&place(&right)), left.cmp(&right));
        }
    }
}
