//! Which shell guidance a model gets: the setting `agent.shell_prompt_profile` on each platform.

use crate::written::ShellPromptProfile;

/// The platform that commands run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Os {
    /// Linux, WSL left out.
    Linux,
    /// macOS.
    MacOs,
    /// Linux under Windows.
    Wsl,
    /// Windows itself.
    Windows,
}

/// Whose command syntax the guidance teaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptProfile {
    /// Unix-like shells.
    UnixLike,
    /// PowerShell.
    PowerShell,
}

impl PromptProfile {
    /// The name in configurations and in the metadata of components.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UnixLike => "unix_like",
            Self::PowerShell => "powershell",
        }
    }
}

/// The guidance that `setting` selects on `os`. It changes what a model is told, never a command.
#[must_use]
pub fn prompt_profile(setting: ShellPromptProfile, os: Os) -> PromptProfile {
    match (setting, os) {
        (ShellPromptProfile::UnixLike, _) => PromptProfile::UnixLike,
        (ShellPromptProfile::PowerShell, _) => PromptProfile::PowerShell,
        (ShellPromptProfile::Auto, Os::Windows) => PromptProfile::PowerShell,
        (ShellPromptProfile::Auto, Os::Linux | Os::MacOs | Os::Wsl) => PromptProfile::UnixLike,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_platforms_and_three_values() {
        use PromptProfile::{PowerShell, UnixLike};
        for (os, auto) in
            [(Os::Linux, UnixLike), (Os::MacOs, UnixLike), (Os::Wsl, UnixLike), (Os::Windows, PowerShell)]
        {
            assert_eq!(prompt_profile(ShellPromptProfile::Auto, os), auto, "{os:?}");
            assert_eq!(prompt_profile(ShellPromptProfile::UnixLike, os), UnixLike, "{os:?}");
            assert_eq!(prompt_profile(ShellPromptProfile::PowerShell, os), PowerShell, "{os:?}");
        }
    }
}
