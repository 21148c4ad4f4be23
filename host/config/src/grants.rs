//! Grants as they hold: no key is missing, and they can be compared and narrowed, never widened.

use std::path::PathBuf;

use crate::written::{self, Access, FileGrant};

/// One kind of grant: how much of it there is can be compared.
trait Power: Clone + Sized {
    /// Whether there is anything in `self` that `granted` does not have.
    fn exceeds(&self, granted: &Self) -> bool;
    /// What both have.
    fn meet(&self, other: &Self) -> Self;
    /// How it is written in a configuration.
    fn show(&self) -> String;
}

impl Power for bool {
    fn exceeds(&self, granted: &Self) -> bool {
        *self && !granted
    }

    fn meet(&self, other: &Self) -> Self {
        *self && *other
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Power for Access {
    fn exceeds(&self, granted: &Self) -> bool {
        self > granted
    }

    fn meet(&self, other: &Self) -> Self {
        *self.min(other)
    }

    fn show(&self) -> String {
        match self {
            Self::None => "none",
            Self::Read => "read",
            Self::Write => "write",
        }
        .into()
    }
}

/// Something that stands in a list of grants.
trait Item: Clone {
    fn is_covered_by(&self, granted: &Self) -> bool;
    fn show(&self) -> String;
}

impl Item for String {
    fn is_covered_by(&self, granted: &Self) -> bool {
        self == granted
    }

    fn show(&self) -> String {
        self.clone()
    }
}

impl Item for PathBuf {
    fn is_covered_by(&self, granted: &Self) -> bool {
        self == granted
    }

    fn show(&self) -> String {
        self.display().to_string()
    }
}

impl Item for FileGrant {
    fn is_covered_by(&self, granted: &Self) -> bool {
        self.host == granted.host && self.guest == granted.guest && self.access <= granted.access
    }

    fn show(&self) -> String {
        format!("{} at {}: {}", self.host.display(), self.guest.display(), Power::show(&self.access))
    }
}

impl<T: Item> Power for Vec<T> {
    fn exceeds(&self, granted: &Self) -> bool {
        self.iter().any(|item| !granted.iter().any(|other| item.is_covered_by(other)))
    }

    fn meet(&self, other: &Self) -> Self {
        let covered = |left: &[T], right: &[T]| -> Vec<T> {
            let inside = |item: &&T| right.iter().any(|other| item.is_covered_by(other));
            left.iter().filter(inside).cloned().collect()
        };
        let mut both = covered(self, other);
        for item in covered(other, self) {
            if !both.iter().any(|present| item.is_covered_by(present)) {
                both.push(item);
            }
        }
        both
    }

    fn show(&self) -> String {
        let items: Vec<String> = self.iter().map(Item::show).collect();
        format!("[{}]", items.join(", "))
    }
}

macro_rules! grants {
    ($( $(#[$doc:meta])* $key:ident: $kind:ty = $none:expr; )*) => {
        /// What a component may use; everything that is not granted is absent from its world.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Grants {
            $( $(#[$doc])* pub $key: $kind, )*
        }

        impl Grants {
            /// No grant at all.
            #[must_use]
            pub fn none() -> Self {
                Self { $( $key: $none, )* }
            }

            /// What both have.
            #[must_use]
            pub fn meet(&self, other: &Self) -> Self {
                Self { $( $key: Power::meet(&self.$key, &other.$key), )* }
            }
        }

        impl written::Grants {
            /// The grants as written; a missing one is none.
            pub(crate) fn resolve(&self) -> Grants {
                self.within(None)
            }

            /// `granted` with the grants given here in their place; without `granted`, these alone.
            /// The caller has made sure by [`Self::wider_than`] that none is wider.
            pub(crate) fn within(&self, granted: Option<&Grants>) -> Grants {
                let none = Grants::none();
                let base = granted.unwrap_or(&none);
                Grants { $( $key: self.$key.clone().unwrap_or_else(|| base.$key.clone()), )* }
            }

            /// Keys that ask for more than `granted`, each with what was granted.
            pub(crate) fn wider_than(&self, granted: &Grants) -> Vec<(&'static str, String)> {
                let mut faults = Vec::new();
                $(
                    if self.$key.as_ref().is_some_and(|asked| asked.exceeds(&granted.$key)) {
                        faults.push((stringify!($key), granted.$key.show()));
                    }
                )*
                faults
            }

            /// Takes a key out.
            pub(crate) fn remove(&mut self, key: &str) {
                match key {
                    $( stringify!($key) => self.$key = None, )*
                    _ => {}
                }
            }
        }
    };
}

grants! {
    /// Files of the workspace.
    workspace: Access = Access::None;
    /// Searching the workspace.
    search: bool = false;
    /// Looking through the deferred tools.
    catalog: bool = false;
    /// Running commands.
    terminal: bool = false;
    /// Programs that it may start directly.
    process: Vec<PathBuf> = Vec::new();
    /// Hosts that it may reach over HTTP, each as `host:port`.
    http: Vec<String> = Vec::new();
    /// Names of environment variables that it may read.
    env: Vec<String> = Vec::new();
    /// Names of environment variables that it gets as secrets.
    secrets: Vec<String> = Vec::new();
    /// Folders of the host.
    files: Vec<FileGrant> = Vec::new();
    /// Wall and monotonic time.
    clock: bool = false;
    /// Random numbers.
    random: bool = false;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(access: Access) -> FileGrant {
        FileGrant { host: "/data".into(), guest: "/data".into(), access }
    }

    #[test]
    fn lists_are_compared_by_what_they_cover() {
        let read = vec![file(Access::Read)];
        let write = vec![file(Access::Write)];
        assert!(write.exceeds(&read));
        assert!(!read.exceeds(&write));
        assert_eq!(read.meet(&write), read);
        assert_eq!(write.meet(&read), read);
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(names(&["A", "B"]).exceeds(&names(&["A"])));
        assert!(!names(&[]).exceeds(&names(&["A"])));
        assert_eq!(names(&["A", "B"]).meet(&names(&["B", "C"])), names(&["B"]));
    }
}
