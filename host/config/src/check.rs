//! What can be checked in one file alone: names, ranges, and values that this version cannot enforce.

use crate::document::Document;
use crate::error::ConfigError;
use crate::limits::WrittenLimits;
use crate::path::KeyPath;
use crate::resolve::check_optimizers;
use crate::written::{Environment, Execution, Grants, Plugin, Profile, ToolEntry};
use crate::{name, refusal};

/// Checks everything in `document` that does not depend on another layer.
pub(crate) fn document(document: &Document) -> Result<(), ConfigError> {
    let written = document.written();
    refusal::check(document)?;
    let check = Check { document };
    for (key, plugin) in written.plugins.iter().flatten() {
        check.plugin(&KeyPath::of(&["plugins", key]), key, plugin)?;
    }
    for (key, profile) in written.profiles.iter().flatten() {
        check.profile(&KeyPath::of(&["profiles", key]), key, profile)?;
    }
    let top = KeyPath::default();
    check.limits(&top, written.limits.as_ref())?;
    check.execution(&top, written.execution.as_ref())?;
    written.tool_optimizers.iter().try_for_each(|block| check_optimizers(document, &top, block))?;
    let spool = written.spool.as_ref().map(|spool| spool.out_of_range());
    check.ranges(&top.key("spool"), spool.unwrap_or_default())?;
    let runtime = written.runtime.as_ref().map(|runtime| runtime.out_of_range());
    check.ranges(&top.key("runtime"), runtime.unwrap_or_default())
}

struct Check<'a> {
    document: &'a Document,
}

impl Check<'_> {
    fn plugin(&self, path: &KeyPath, key: &str, plugin: &Plugin) -> Result<(), ConfigError> {
        name::check(key).map_err(|message| self.document.key_error(path, message))?;
        self.limits(path, plugin.limits.as_ref())?;
        self.grants(path, plugin.grants.as_ref())
    }

    fn profile(&self, path: &KeyPath, key: &str, profile: &Profile) -> Result<(), ConfigError> {
        name::check(key).map_err(|message| self.document.key_error(path, message))?;
        for (index, entry) in profile.tools.iter().flatten().enumerate() {
            let path = path.key("tools").index(index);
            if let ToolEntry::Entry(entry) = entry {
                if let Some(name) = &entry.name {
                    let refuse = |message| self.document.error(&path.key("name"), message);
                    name::check(name).map_err(refuse)?;
                }
                self.limits(&path, entry.limits.as_ref())?;
                self.grants(&path, entry.grants.as_ref())?;
            }
        }
        profile.tool_optimizers.iter().try_for_each(|block| check_optimizers(self.document, path, block))?;
        self.execution(path, profile.execution.as_ref())
    }

    fn limits(&self, path: &KeyPath, limits: Option<&WrittenLimits>) -> Result<(), ConfigError> {
        let faults = limits.map(WrittenLimits::out_of_range).unwrap_or_default();
        self.ranges(&path.key("limits"), faults)
    }

    fn ranges(&self, path: &KeyPath, faults: Vec<(&str, String)>) -> Result<(), ConfigError> {
        match faults.into_iter().next() {
            Some((key, message)) => Err(self.document.error(&path.key(key), message)),
            None => Ok(()),
        }
    }

    fn grants(&self, path: &KeyPath, grants: Option<&Grants>) -> Result<(), ConfigError> {
        let path = path.key("grants");
        let Some(grants) = grants else { return Ok(()) };
        for (index, variable) in grants.env.iter().flatten().enumerate() {
            name::check_variable(variable)
                .map_err(|message| self.document.error(&path.key("env").index(index), message))?;
        }
        for (index, program) in grants.process.iter().flatten().enumerate() {
            // A bare name would be whatever lies first in some PATH.
            let is_path = program.components().count() > 1 || program.as_os_str() == "$path";
            if !is_path {
                let message = "expected the path of a program, or \"$path\" for that of `config`";
                return Err(self.document.error(&path.key("process").index(index), message));
            }
        }
        Ok(())
    }

    fn execution(&self, path: &KeyPath, execution: Option<&Execution>) -> Result<(), ConfigError> {
        let Some(Environment { exclude, set, .. }) = execution.and_then(|execution| execution.env.as_ref())
        else {
            return Ok(());
        };
        let path = path.key("execution").key("env");
        for (index, pattern) in exclude.iter().flatten().enumerate() {
            // A pattern is a name in which `*` stands for any characters.
            let example = pattern.replace('*', "_");
            if name::check_variable(&example).is_err() {
                let error = name::check_variable(pattern).err().unwrap_or_default();
                let message = format!("{error}, and `*` for any characters");
                return Err(self.document.error(&path.key("exclude").index(index), message));
            }
        }
        for (variable, value) in set.iter().flatten() {
            let path = path.key("set").key(variable);
            name::check_variable(variable).map_err(|message| self.document.key_error(&path, message))?;
            if value.contains('\0') {
                return Err(self
                    .document
                    .error(&path, "the value has a NUL character, which no environment can hold"));
            }
        }
        Ok(())
    }
}
