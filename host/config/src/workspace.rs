//! The configuration of a workspace that is not trusted: it may choose one of the user's profiles, drop
//! tools, and tighten grants and limits. Everything else that it says is left alone and named.

use std::fmt;
use std::sync::Arc;

use crate::document::{Document, Source};
use crate::error::Place;
use crate::nearest::{advice, quoted};
use crate::path::KeyPath;
use crate::resolve::{self, Plugin, Resolved};
use crate::tree::{Node, Value};
use crate::written;

/// A key of an untrusted workspace that has no effect. `Display` is one line for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Where it stands.
    pub place: Place,
    /// The key; empty for a file that is ignored whole.
    pub path: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Ignored {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.place)?;
        if !self.path.is_empty() {
            write!(out, "{}: ", self.path)?;
        }
        write!(out, "ignored, because {}", self.reason)
    }
}

/// Why a key is ignored that only the user may set.
const NOT_TRUSTED: &str = "this workspace is not trusted; it may only choose a profile, drop tools, \
                           and tighten grants and limits of plugins";

/// Most keys that are named one by one, so that a hostile file cannot flood a terminal.
const MAX_NOTICES: usize = 50;

/// Applies what `source` may say to `resolved`, and adds the rest to [`Resolved::ignored`]. Never fails: a
/// file that cannot be read is ignored whole.
pub(crate) fn apply(source: Source<'_>, resolved: &mut Resolved) {
    match Document::parse(source) {
        Ok(document) => Untrusted { document: &document, resolved }.apply(),
        Err(error) => {
            let start = || Place { file: source.file.into(), line: 1, column: 1 };
            let what = if error.path.is_empty() {
                error.message
            } else {
                format!("{}: {}", error.path, error.message)
            };
            resolved.ignored.push(Ignored {
                place: error.place.unwrap_or_else(start),
                path: String::new(),
                reason: format!("the file of this workspace is broken: {what}"),
            });
        }
    }
}

struct Untrusted<'a> {
    document: &'a Document,
    resolved: &'a mut Resolved,
}

impl Untrusted<'_> {
    fn apply(&mut self) {
        let top = KeyPath::default();
        for key in keys(self.document.tree(), &top) {
            match key.as_str() {
                "profile" => self.choose(),
                "without" => self.drop_tools(),
                "plugins" => self.tighten_plugins(),
                _ => self.ignore(&top.key(&key), NOT_TRUSTED),
            }
        }
    }

    fn ignore(&mut self, path: &KeyPath, reason: impl Into<String>) {
        let ignored = &mut self.resolved.ignored;
        if ignored.len() > MAX_NOTICES {
            return;
        }
        let reason = if ignored.len() == MAX_NOTICES {
            "there are too many keys like those before it; it and the rest are not listed".into()
        } else {
            reason.into()
        };
        let place = self.document.place(path);
        ignored.push(Ignored { place, path: path.to_string(), reason });
    }

    fn choose(&mut self) {
        let Some(name) = &self.document.written().profile else {
            return;
        };
        if self.resolved.profiles.contains_key(name) {
            self.resolved.profile.clone_from(name);
            return;
        }
        let names: Vec<&str> = self.resolved.profiles.keys().map(String::as_str).collect();
        let reason = format!("you have no profile {}{}", quoted(name), advice(name, &names));
        self.ignore(&KeyPath::of(&["profile"]), reason);
    }

    fn drop_tools(&mut self) {
        let known = resolve::labels(&self.resolved.profiles);
        for (index, name) in self.document.written().without.iter().flatten().enumerate() {
            let dropped = resolve::drop_everywhere(&mut self.resolved.profiles, &known, name);
            if let Err(reason) = dropped {
                self.ignore(&KeyPath::of(&["without"]).index(index), reason);
            }
        }
    }

    fn tighten_plugins(&mut self) {
        for (id, written) in self.document.written().plugins.iter().flatten() {
            let path = KeyPath::of(&["plugins", id]);
            let Some(plugin) = self.resolved.plugins.get(id) else {
                let names: Vec<&str> = self.resolved.plugins.keys().map(String::as_str).collect();
                let reason = format!("you have no plugin {}{}", quoted(id), advice(id, &names));
                self.ignore(&path, reason);
                continue;
            };
            let mut plugin = Plugin::clone(plugin);
            for key in keys(self.document.tree(), &path) {
                match key.as_str() {
                    "grants" => self.tighten_grants(&path.key("grants"), written, &mut plugin),
                    "limits" => self.tighten_limits(&path.key("limits"), written, &mut plugin),
                    _ => self.ignore(&path.key(&key), NOT_TRUSTED),
                }
            }
            self.replace(Arc::new(plugin));
        }
    }

    fn tighten_grants(&mut self, path: &KeyPath, written: &written::Plugin, plugin: &mut Plugin) {
        let mut grants = written.grants.clone().unwrap_or_default();
        for (key, granted) in grants.wider_than(&plugin.grants) {
            self.ignore(&path.key(key), format!("it would widen what you granted ({granted})"));
            grants.remove(key);
        }
        plugin.grants = grants.within(Some(&plugin.grants));
    }

    fn tighten_limits(&mut self, path: &KeyPath, written: &written::Plugin, plugin: &mut Plugin) {
        let mut limits = written.limits.clone().unwrap_or_default();
        for (key, reason) in limits.out_of_range() {
            self.ignore(&path.key(key), reason);
            limits.remove(key);
        }
        for (key, granted) in limits.wider_than(&plugin.limits) {
            self.ignore(&path.key(key), format!("it would widen the limit that you set ({granted})"));
            limits.remove(key);
        }
        plugin.limits = limits.within(&plugin.limits);
    }

    /// Puts a tightened plugin in the place of the one that it was made from, and narrows all its entries.
    fn replace(&mut self, plugin: Arc<Plugin>) {
        for profile in self.resolved.profiles.values_mut() {
            for tool in profile.tools.iter_mut().filter(|tool| tool.plugin.id == plugin.id) {
                tool.grants = tool.grants.meet(&plugin.grants);
                tool.limits = tool.limits.meet(&plugin.limits);
                tool.plugin = Arc::clone(&plugin);
            }
        }
        self.resolved.plugins.insert(plugin.id.clone(), plugin);
    }
}

/// The keys that a file writes at `path`, in its order.
fn keys(tree: &Node, path: &KeyPath) -> Vec<String> {
    match tree.find(&path.0).map(|(_, node)| &node.value) {
        Some(Value::Map(entries)) => entries.iter().map(|(key, _)| key.name.clone()).collect(),
        _ => Vec::new(),
    }
}
