//! Which files ignore rules leave out.
//!
//! In a repository the rules are git's: `.gitignore` of each folder, `.git/info/exclude`, and the user's own file;
//! those of an outer repository end where an inner one begins. Everywhere, `.ignore` and `.rgignore` count as they do
//! for ripgrep, and go before git's.

mod book;
mod repository;
#[cfg(all(test, unix))]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::Gitignore;

pub(crate) use book::RuleBook;

use crate::place::Place;

/// The kinds of rules, the strongest first: whatever one kind says of a file, from the innermost folder outwards,
/// the next one is not asked.
const KINDS: usize = 4;
/// Kinds from this one on only count in a repository.
const GIT: usize = 2;

/// The rules that hold in a folder.
#[derive(Clone)]
pub(crate) struct Rules {
    layer: Option<Arc<Layer>>,
    in_repository: bool,
    /// The user's own rules of git.
    user: Option<Arc<Gitignore>>,
}

/// The rules that are written down in one folder.
struct Layer {
    outer: Option<Arc<Layer>>,
    base: Base,
    /// By kind: `.rgignore`, `.ignore`, `.gitignore`, `.git/info/exclude`.
    own: [Option<Arc<Gitignore>>; KINDS],
    is_repository: bool,
}

/// Where a layer's folder is.
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
        let mut outside = !self.in_repository;
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
            let rules = self.user.as_ref().filter(|_| self.in_repository)?;
            verdict(rules, place.as_path(), is_folder)
        };
        said.into_iter().flatten().next().or_else(user).unwrap_or(false)
    }

    /// The rules inside of a folder that was named although rules leave it out: only what is written down there
    /// counts.
    pub(crate) fn named(&self) -> Rules {
        Rules { layer: None, in_repository: self.in_repository, user: None }
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(self.layer.as_deref(), |layer| layer.outer.as_deref())
    }

    /// These rules and those of a folder further in.
    fn with(&self, base: Base, own: [Option<Arc<Gitignore>>; KINDS], is_repository: bool) -> Rules {
        if !is_repository && own.iter().all(Option::is_none) {
            return self.clone();
        }
        Rules {
            layer: Some(Arc::new(Layer { outer: self.layer.clone(), base, own, is_repository })),
            in_repository: self.in_repository || is_repository,
            user: self.user.clone(),
        }
    }
}

fn verdict(rules: &Gitignore, path: &Path, is_folder: bool) -> Option<bool> {
    match rules.matched(path, is_folder) {
        Match::None => None,
        Match::Ignore(_) => Some(true),
        Match::Whitelist(_) => Some(false),
    }
}
