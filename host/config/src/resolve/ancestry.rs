//! What a profile extends, through all layers, without going in circles.

use super::stack::Stack;
use crate::document::Document;
use crate::error::ConfigError;
use crate::nearest::{advice, quoted};
use crate::path::KeyPath;
use crate::written;

/// A profile with the layer that it comes from.
pub(super) struct Link<'a> {
    layer: usize,
    name: &'a str,
    pub(super) document: &'a Document,
    pub(super) profile: &'a written::Profile,
}

impl Link<'_> {
    pub(super) fn path(&self) -> KeyPath {
        KeyPath::of(&["profiles", self.name])
    }
}

/// The profile `name` and all that it extends, the outermost ancestor first. A profile that extends its own
/// name starts from the one that it covers in the layers below.
pub(super) fn ancestry<'a>(stack: &'a Stack, name: &'a str) -> Result<Vec<Link<'a>>, ConfigError> {
    let mut chain: Vec<Link<'a>> = Vec::new();
    let mut wanted = Some((name, stack.documents().len()));
    while let Some((name, end)) = wanted {
        let Some((layer, document, profile)) = stack.profile(name, end) else {
            return Err(match chain.last() {
                Some(child) => unknown_parent(stack, child, name),
                None => stack.lacks(&["profiles", name]),
            });
        };
        let start = chain.iter().position(|link| link.layer == layer && link.name == name);
        if let (Some(start), Some(last)) = (start, chain.last()) {
            let names = chain.iter().skip(start).map(|link| link.name).chain([name]);
            let cycle = names.collect::<Vec<_>>().join(" extends ");
            let message = format!("the profile extends itself: {cycle}");
            return Err(last.document.error(&last.path().key("extends"), message));
        }
        wanted = profile.extends.as_deref().map(|parent| {
            let end = if parent == name { layer } else { stack.documents().len() };
            (parent, end)
        });
        chain.push(Link { layer, name, document, profile });
    }
    chain.reverse();
    Ok(chain)
}

fn unknown_parent(stack: &Stack, child: &Link<'_>, parent: &str) -> ConfigError {
    let message = if child.name == parent {
        "the profile extends itself, and no layer below has one of that name".to_owned()
    } else {
        let names: Vec<&str> = stack.profile_names().into_iter().filter(|name| *name != child.name).collect();
        format!("there is no profile {}{}", quoted(parent), advice(parent, &names))
    };
    child.document.error(&child.path().key("extends"), message)
}
