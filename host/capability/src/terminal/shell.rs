//! Which shell runs a command.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Shells that take a command text as the rest of the world writes it, by the name of their program.
const KNOWN: &[&str] =
    if cfg!(windows) { &["pwsh", "powershell"] } else { &["bash", "zsh", "sh", "dash", "ksh"] };

/// Where the others are looked for. The last one is taken unseen.
const FALLBACKS: &[&str] = if cfg!(windows) {
    &[r"C:\Program Files\PowerShell\7\pwsh.exe", LAST]
} else {
    &["/bin/bash", "/usr/bin/bash", LAST]
};

/// The shell that every system has.
const LAST: &str =
    if cfg!(windows) { r"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe" } else { "/bin/sh" };

/// What stands before the command text, by the name of the shell's program.
const BEFORE: &[(&str, &[&str])] = &[
    ("powershell", &["-NoProfile", "-NonInteractive", "-Command"]),
    ("pwsh", &["-NoProfile", "-NonInteractive", "-Command"]),
    ("cmd", &["/d", "/s", "/c"]),
];

/// What stands before the command text for a shell that is not in [`BEFORE`].
const BEFORE_ELSE: &[&str] = &["-c"];

/// The user's own shell if it speaks the common language, else bash, else `/bin/sh`. On Windows that language is
/// PowerShell: the user's own, else version 7, else the one that comes with the system. `exists` tells whether a
/// path can be executed.
pub fn choose_shell(user: Option<&Path>, exists: impl Fn(&Path) -> bool) -> PathBuf {
    let known = |path: &Path| {
        let name = if cfg!(windows) {
            path.file_stem().map(OsStr::to_ascii_lowercase)
        } else {
            path.file_name().map(OsStr::to_owned)
        };
        path.is_absolute() && name.is_some_and(|name| KNOWN.iter().any(|known| name == *known))
    };
    user.filter(|path| known(path) && exists(path))
        .map(Path::to_owned)
        .or_else(|| FALLBACKS.iter().map(PathBuf::from).find(|path| exists(path)))
        .unwrap_or_else(|| PathBuf::from(LAST))
}

/// The arguments of a shell that runs a command text.
pub(super) fn arguments(shell: &Path, command: &str) -> Vec<OsString> {
    let stem = shell.file_stem().unwrap_or_default();
    let before = BEFORE
        .iter()
        .find(|(name, _)| stem.eq_ignore_ascii_case(name))
        .map_or(BEFORE_ELSE, |(_, before)| before);
    before.iter().copied().chain([command]).map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_s_name_decides_what_stands_before_the_command() {
        let powershell: &[&str] = &["-NoProfile", "-NonInteractive", "-Command", "a \"b\""];
        let rows: [(&str, &[&str]); 9] = [
            ("/bin/bash", &["-c", "a \"b\""]),
            ("/bin/sh", &["-c", "a \"b\""]),
            ("/usr/bin/cmdline", &["-c", "a \"b\""]),
            ("", &["-c", "a \"b\""]),
            ("/usr/bin/pwsh", powershell),
            ("C:/Program Files/PowerShell/7/pwsh.exe", powershell),
            ("C:/Windows/System32/WindowsPowerShell/v1.0/PowerShell.EXE", powershell),
            ("C:/Windows/System32/cmd.exe", &["/d", "/s", "/c", "a \"b\""]),
            ("C:/WINDOWS/SYSTEM32/CMD.EXE", &["/d", "/s", "/c", "a \"b\""]),
        ];
        for (shell, expected) in rows {
            assert_eq!(arguments(Path::new(shell), "a \"b\""), expected, "{shell}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn the_user_s_powershell_else_version_7_else_the_system_s() {
        let version_7 = r"C:\Program Files\PowerShell\7\pwsh.exe";
        let rows: [(Option<&str>, &[&str], &str); 5] = [
            (Some(r"D:\PowerShell.exe"), &[r"D:\PowerShell.exe", version_7], r"D:\PowerShell.exe"),
            (Some(r"C:\Windows\System32\cmd.exe"), &[r"C:\Windows\System32\cmd.exe", version_7], version_7),
            (Some("pwsh.exe"), &["pwsh.exe", LAST], LAST),
            (Some(r"D:\pwsh.exe"), &[version_7], version_7),
            (None, &[], LAST),
        ];
        for (user, present, expected) in rows {
            let chosen =
                choose_shell(user.map(Path::new), |path| present.iter().any(|p| Path::new(p) == path));
            assert_eq!(chosen, Path::new(expected), "{user:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_user_s_shell_if_it_is_a_common_one_else_bash_else_sh() {
        let everything: &[&str] = &["/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/fish", "/opt/ksh"];
        let rows: [(Option<&str>, &[&str], &str); 7] = [
            (Some("/bin/zsh"), everything, "/bin/zsh"),
            (Some("/opt/ksh"), everything, "/opt/ksh"),
            (Some("/usr/bin/fish"), everything, "/bin/bash"),
            (Some("/gone/zsh"), everything, "/bin/bash"),
            (Some("zsh"), everything, "/bin/bash"),
            (None, &["/usr/bin/bash", "/bin/sh"], "/usr/bin/bash"),
            (None, &[], "/bin/sh"),
        ];
        for (user, present, expected) in rows {
            let chosen =
                choose_shell(user.map(Path::new), |path| present.iter().any(|p| Path::new(p) == path));
            assert_eq!(chosen, Path::new(expected), "{user:?}");
        }
    }
}
