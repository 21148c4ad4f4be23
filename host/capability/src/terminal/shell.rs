//! Which shell runs a command.

use std::path::{Path, PathBuf};

/// Shells that take a command text as the rest of the world writes it.
const KNOWN: [&str; 5] = ["bash", "zsh", "sh", "dash", "ksh"];

/// Where the others are looked for.
const FALLBACKS: [&str; 3] = ["/bin/bash", "/usr/bin/bash", "/bin/sh"];

/// The user's own shell if it speaks the common language, else bash, else `/bin/sh`. `exists` tells whether a
/// path can be executed.
pub fn choose_shell(user: Option<&Path>, exists: impl Fn(&Path) -> bool) -> PathBuf {
    let known = |path: &Path| {
        path.is_absolute()
            && path.file_name().and_then(|name| name.to_str()).is_some_and(|name| KNOWN.contains(&name))
    };
    user.filter(|path| known(path) && exists(path))
        .map(Path::to_owned)
        .or_else(|| FALLBACKS.iter().map(PathBuf::from).find(|path| exists(path)))
        .unwrap_or_else(|| PathBuf::from("/bin/sh"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let chosen = choose_shell(user.map(Path::new), |path| present.iter().any(|p| Path::new(p) == path));
            assert_eq!(chosen, Path::new(expected), "{user:?}");
        }
    }
}
