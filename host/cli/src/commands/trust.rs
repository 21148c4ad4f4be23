//! `toolhost trust`: let a workspace set what it asks for.

use std::process::ExitCode;

use crate::arguments::{self, Global};
use crate::configuration::{self, Text};
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
    let found = configuration::workspace_file(&workspace).unwrap_or_else(|complaint| {
        complaint.say();
        None
    });
    let Some(Text { path: file, text }) = found else {
        return Err(
            Usage::new(format!("there is no configuration in {} to trust", workspace.display())).into()
        );
    };
    let digest = trust::trust(folders, &workspace, &file, &text)?;
    output::complain("trust", &format!("{} is trusted as it is now ({digest})", file.display()));
    Ok(ExitCode::SUCCESS)
}
