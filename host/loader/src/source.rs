//! Where components and the values of granted variables come from.

use std::fs;

use toolhost_config::{Component, Plugin};
use toolhost_runtime::{Binary, MAX_COMPONENT_BYTES};

use crate::fault::FaultCause;

/// What the program knows and a library does not look up itself.
pub trait Surroundings: Send + Sync {
    /// A component that is part of the program.
    fn builtin(&self, name: &str) -> Option<Binary>;
    /// The names of all of them.
    fn builtin_names(&self) -> Vec<String>;
    /// The value of a variable in the program's environment.
    fn variable(&self, name: &str) -> Option<String>;
}

/// Reads components.
pub struct Sources<'a> {
    surroundings: &'a dyn Surroundings,
}

impl<'a> Sources<'a> {
    /// Components out of `surroundings` and the file system.
    pub fn new(surroundings: &'a dyn Surroundings) -> Sources<'a> {
        Sources { surroundings }
    }

    pub(crate) fn read(&self, plugin: &Plugin) -> Result<Binary, FaultCause> {
        match &plugin.component {
            Component::Builtin(name) => {
                self.surroundings.builtin(name).ok_or_else(|| FaultCause::NoSuchBuiltin {
                    plugin: plugin.id.clone(),
                    name: name.clone(),
                    known: self.surroundings.builtin_names().join(", "),
                })
            }
            Component::File(path) => {
                let unreadable =
                    |error| FaultCause::Unreadable { plugin: plugin.id.clone(), path: path.clone(), error };
                let metadata = fs::metadata(path).map_err(unreadable)?;
                if !metadata.is_file() {
                    return Err(unreadable(std::io::Error::other("it is not a regular file")));
                }
                if metadata.len() > MAX_COMPONENT_BYTES as u64 {
                    let message = format!(
                        "it has {} bytes, and at most {MAX_COMPONENT_BYTES} are read",
                        metadata.len()
                    );
                    return Err(unreadable(std::io::Error::other(message)));
                }
                fs::read(path).map(Binary::new).map_err(unreadable)
            }
        }
    }

    pub(crate) fn variables(&self, names: &[String]) -> Vec<(String, String)> {
        names.iter().filter_map(|name| Some((name.clone(), self.surroundings.variable(name)?))).collect()
    }
}
