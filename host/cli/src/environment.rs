//! The process's environment and its user's folders. Nothing else in the program looks them up.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use toolhost_capability::process::Program;
use toolhost_config::Os;

use crate::failure::Usage;

/// Folders of the user that belong to toolhost.
pub(crate) struct Folders {
    /// What the user writes.
    pub(crate) config: PathBuf,
    /// What can be made again: compiled code.
    pub(crate) cache: PathBuf,
    /// What is kept: spools, trust, tokens.
    pub(crate) state: PathBuf,
}

impl Folders {
    /// Finds them where the system keeps such folders.
    pub(crate) fn find() -> anyhow::Result<Folders> {
        let base = etcetera::choose_base_strategy().context("the home directory is not known; set $HOME")?;
        Ok(Folders {
            config: base.config_dir().join("toolhost"),
            cache: base.cache_dir().join("toolhost"),
            state: base.state_dir().unwrap_or_else(|| base.data_dir()).join("toolhost"),
        })
    }
}

/// The configuration file that the environment names.
pub(crate) fn config_file() -> Option<PathBuf> {
    std::env::var_os("TOOLHOST_CONFIG").filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// The variable that tells a command of a host whose it is.
pub(crate) const CLIENT: &str = "TOOLHOST_CLIENT";

/// The file of what git ignores in every repository of the user's.
pub(crate) fn user_ignore_file() -> Option<PathBuf> {
    ignore::gitignore::gitconfig_excludes_path()
}

/// The user's own shell.
pub(crate) fn user_shell() -> Option<PathBuf> {
    std::env::var_os("SHELL").map(PathBuf::from)
}

/// The process id of the host that started this program as a command, and the number of the client that asked for it.
pub(crate) fn client() -> Option<(u32, u64)> {
    let value = std::env::var(CLIENT).ok()?;
    let (host, client) = value.split_once('.')?;
    Some((host.parse().ok()?, client.parse().ok()?))
}

/// What a shell command begins with to call a tool: the program's name if that finds it, else its path.
pub(crate) fn call_command() -> Option<String> {
    let program = std::env::current_exe().ok()?;
    let is_program =
        |folder: PathBuf| std::fs::canonicalize(folder.join("toolhost")).is_ok_and(|found| found == program);
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(is_program) {
        return Some("toolhost call".to_owned());
    }
    let program = program.to_str()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    let quoted = || format!("'{}'", program.replace('\'', r"'\''"));
    let program = if program.chars().all(is_plain) { program.to_owned() } else { quoted() };
    Some(format!("{program} call"))
}

/// The operating system; Linux under Windows is told by its kernel's name.
pub(crate) fn os() -> Os {
    if cfg!(windows) {
        Os::Windows
    } else if cfg!(target_os = "macos") {
        Os::MacOs
    } else {
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        if kernel.to_ascii_lowercase().contains("microsoft") { Os::Wsl } else { Os::Linux }
    }
}

/// The variables that commands inherit.
pub(crate) fn variables() -> Vec<(OsString, OsString)> {
    // Whose command this program itself is, is no word for its own commands.
    std::env::vars_os().filter(|(name, _)| name != CLIENT).collect()
}

/// The directory that a host works in: the one that is named, else the repository around the working directory,
/// else the working directory.
pub(crate) fn workspace(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        let name = named.display();
        let absolute = std::fs::canonicalize(named)
            .map_err(|error| Usage::new(format!("the workspace {name} cannot be used: {error}")))?;
        if !absolute.is_dir() {
            return Err(Usage::new(format!("the workspace {name} is not a directory")).into());
        }
        return Ok(absolute);
    }
    let here = std::env::current_dir().context("the working directory is gone")?;
    let here = std::fs::canonicalize(&here).unwrap_or(here);
    let repository = here.ancestors().find(|folder| folder.join(".git").exists());
    Ok(repository.unwrap_or(&here).to_owned())
}

/// Where a program is that is named by a path, or by a name that is looked up in PATH.
pub(crate) fn program(name: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let text = name.to_string_lossy();
    let found =
        if name.is_absolute() { name.to_owned() } else { Program::in_path(&text, &path).path().to_owned() };
    (found.is_absolute() && found.is_file()).then_some(found)
}

/// Characters in a line of the terminal: what the shell says, else the usual 80.
pub(crate) fn columns() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(80)
}

/// Whether the terminal shows more than ASCII, by the locale.
pub(crate) fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    locale.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"))
}
