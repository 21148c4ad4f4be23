//! Which files ignore rules leave out.
//!
//! In a repository the rules are git's: `.gitignore` of each folder, `.git/info/exclude`, and the user's own file;
//! those of an outer repository end where an inner one begins. Everywhere, `.ignore` and `.rgignore` count as they do
//! for ripgrep, and go before git's.

mod book;
mod repository;
mod signs;
#[cfg(all(test, unix))]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use ignore::Match;
use ignore::gitignore::Gitignore;

pub(crate) use book::RuleBook;
pub(crate) use signs::Signs;

use crate::place::Place;

/// The kinds of rules, the strongest first: whatever one kind says of a file, from the innermost folder outwards,
/// the next one is not asked.
const KINDS: usize = 4;
/// Kinds from this one on only count in a repository.
const GIT: usize = 2;

/// The rules that hold in a folder. As long as nothing is written differently, and the book keeps them, they are the
/// same object in every search.
#[derive(Clone)]
pub(crate) struct Rules(Arc<Layer>);

/// Which rules something was found out by. It does not keep them in memory.
#[derive(Debug)]
pub(crate) struct Identity(Weak<Layer>);

/// The rules that are written down in one folder.
struct Layer {
    /// Those around it; none for the outermost, which is no folder's.
    outer: Option<Rules>,
    base: Base,
    /// By kind: `.rgignore`, `.ignore`, `.gitignore`, `.git/info/exclude`.
    own: [Option<Arc<Gitignore>>; KINDS],
    is_repository: bool,
    /// Whether this folder or one around it is a repository.
    in_repository: bool,
    /// The user's own rules of git.
    user: Option<Arc<Gitignore>>,
}

/// Where a layer's folder is.
#[derive(PartialEq, Eq)]
enum Base {
    /// Beneath the root: bytes of a path there that lead to it, with the `/` behind.
    Beneath(usize),
    /// Above the root, which is at this path from there.
    Above(PathBuf),
}

impl Rules {
    /// Whether a rule leaves out the file or folder at a place.
    pub(crate) fn ignore(&self, place: &Place, is_folder: bool) -> bool {
        let mut said: [Option<bool>; KINDS] = [None; KINDS];
        let mut outside = !self.0.in_repository;
        let mut joined;
        for layer in self.layers() {
            let path = match &layer.base {
                Base::Beneath(start) => place.rest(*start),
                Base::Above(root) => {
                    joined = root.join(place.as_path());
                    &*joined
                }
            };
            for (kind, (said, rules)) in said.iter_mut().zip(&layer.own).enumerate() {
                if said.is_none() && !(kind >= GIT && outside) {
                    *said = rules.as_ref().and_then(|rules| verdict(rules, path, is_folder));
                }
            }
            if said.first().is_some_and(Option::is_some) {
                break;
            }
            outside |= layer.is_repository;
        }
        let user = || {
            let rules = self.0.user.as_ref().filter(|_| self.0.in_repository)?;
            verdict(rules, place.as_path(), is_folder)
        };
        said.into_iter().flatten().next().or_else(user).unwrap_or(false)
    }

    /// The rules inside of a folder that was named although rules leave it out: only what is written down there
    /// counts.
    pub(crate) fn named(&self) -> Rules {
        Rules(Arc::new(Layer { in_repository: self.0.in_repository, ..Layer::outermost(None) }))
    }

    /// By which these rules are known again.
    pub(crate) fn identity(&self) -> Identity {
        Identity(Arc::downgrade(&self.0))
    }

    /// Whether these are the rules of that identity. That they are others does not mean that they say anything else.
    pub(crate) fn are(&self, identity: &Identity) -> bool {
        std::ptr::eq(Arc::as_ptr(&self.0), identity.0.as_ptr())
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(Some(&*self.0), |layer| layer.outer.as_ref().map(|outer| &*outer.0))
    }
}

impl Layer {
    /// The layer around all others.
    fn outermost(user: Option<Arc<Gitignore>>) -> Layer {
        Layer {
            outer: None,
            base: Base::Beneath(0),
            own: [const { None }; KINDS],
            is_repository: false,
            in_repository: false,
            user,
        }
    }

    /// Whether another layer says the same, since it was made of the same.
    fn is_same(&self, other: &Layer) -> bool {
        let is_outer_same = match (&self.outer, &other.outer) {
            (Some(one), Some(other)) => Arc::ptr_eq(&one.0, &other.0),
            (one, other) => one.is_none() && other.is_none(),
        };
        is_outer_same
            && self.base == other.base
            && self.own.iter().zip(&other.own).all(|(one, other)| is_same(one.as_ref(), other.as_ref()))
            && self.is_repository == other.is_repository
            && self.in_repository == other.in_repository
            && is_same(self.user.as_ref(), other.user.as_ref())
    }
}

impl fmt::Debug for Layer {
    /// Compiled rules are pages long.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Layer").finish_non_exhaustive()
    }
}

fn is_same(one: Option<&Arc<Gitignore>>, other: Option<&Arc<Gitignore>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn verdict(rules: &Gitignore, path: &Path, is_folder: bool) -> Option<bool> {
    match rules.matched(path, is_folder) {
        Match::None => None,
        Match::Ignore(_) => Some(true),
        Match::Whitelist(_) => Some(false),
    }
}
