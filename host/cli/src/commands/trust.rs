//! `toolhost trust`: let a workspace set what it asks for.

use std::fs;
use std::process::ExitCode;

use anyhow::Context;

use crate::arguments::{self, Global};
use crate::environment::{self, Folders};
use crate::failure::Usage;
use crate::{output, trust};

/// Records the workspace's configuration as trusted, or takes that back.
pub(crate) fn run(
    global: &Global,
    folders: &Folders,
    command: &arguments::Trust,
) -> anyhow::Result<ExitCode> {
    let workspace = environment::workspace(global.workspace.as_deref())?;
    if command.forget {
        let known = trust::forget(folders, &workspace)?;
        let said = if known { "is trusted no more" } else { "was not trusted" };
        output::complain("trust", &format!("{} {said}", workspace.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let file = workspace.join("toolhost.yaml");
    if !file.is_file() {
        return Err(Usage::new(format!("there is no {} to trust", file.display())).into());
    }
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let digest = trust::trust(folders, &workspace, &file, &text)?;
    output::complain("trust", &format!("{} is trusted as it is now ({digest})", file.display()));
    Ok(ExitCode::SUCCESS)
}
