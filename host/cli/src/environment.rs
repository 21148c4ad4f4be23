//! The process's environment and its user's folders. Nothing else in the program looks them up.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use toolhost_capability::process::Program;
use toolhost_config::Os;
use toolhost_control::{CLIENT, absolute, around, client_of};
#[cfg(unix)]
use toolhost_control::{Circumstances, Mark, ProgramFile, own_facts};

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

/// What people call.
const LAUNCHER: &str = if cfg!(windows) { "toolhost.exe" } else { "toolhost" };

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
    client_of(&std::env::var(CLIENT).ok()?)
}

/// The program that people and commands call: the launcher beside this one, or this one where it stands alone.
fn launcher() -> Option<PathBuf> {
    let own = std::fs::canonicalize(std::env::current_exe().ok()?).ok()?;
    let launcher = own.with_file_name(LAUNCHER);
    Some(if launcher.is_file() { launcher } else { own })
}

/// What a shell command begins with to call a tool: the program's name if that finds it, else its path.
pub(crate) fn call_command() -> Option<String> {
    let program = launcher()?;
    let is_program =
        |folder: PathBuf| std::fs::canonicalize(folder.join(LAUNCHER)).is_ok_and(|found| found == program);
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
    Ok(around(&directory()?).to_owned())
}

/// The working directory, without links.
fn directory() -> anyhow::Result<PathBuf> {
    Ok(absolute(&std::env::current_dir().context("the working directory is gone")?))
}

/// What a host that stands by for calls in `workspace` is found by: all that such a call would have from this process.
#[cfg(unix)]
pub(crate) fn mark(workspace: &Path) -> anyhow::Result<Mark> {
    // The file that runs, also where another one has taken its name since.
    let program = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe()? };
    let variables: Vec<_> = std::env::vars_os().collect();
    let circumstances = Circumstances {
        program: &ProgramFile::from(&std::fs::metadata(program)?),
        workspace,
        directory: &directory()?,
        variables: &variables,
        facts: &own_facts()?,
    };
    Ok(circumstances.mark())
}

/// Files that say which file git's own rules are in.
#[cfg(unix)]
pub(crate) fn git_files() -> Vec<PathBuf> {
    let named = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"].into_iter().filter_map(std::env::var_os);
    let mut files: Vec<PathBuf> = named.map(PathBuf::from).collect();
    if let Ok(base) = etcetera::choose_base_strategy() {
        files.extend([base.home_dir().join(".gitconfig"), base.config_dir().join("git/config")]);
    }
    files.push("/etc/gitconfig".into());
    files
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
