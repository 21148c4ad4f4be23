//! The platform's part of a tool's description.

use std::collections::BTreeMap;

use toolhost_config::{Os, PromptProfile};

/// Guidance of a tool as its metadata has it: by shell profile, then by platform or `default`.
pub type Guidance = BTreeMap<String, BTreeMap<String, String>>;

/// The description that a model sees: the tool's own, then a paragraph of its guidance for the shell `profile`, which
/// is the text for `os` or else the `default` one. Guidance that has neither adds nothing.
#[must_use]
pub fn describe(description: &str, guidance: &Guidance, profile: PromptProfile, os: Os) -> String {
    let texts = guidance.get(profile.name());
    let text = texts.and_then(|texts| texts.get(key(os)).or_else(|| texts.get("default")));
    let text = text.map_or("", |text| text.trim());
    let description = description.trim_end();
    match (description.is_empty(), text.is_empty()) {
        (_, true) => description.to_owned(),
        (true, false) => text.to_owned(),
        (false, false) => format!("{description}\n\n{text}"),
    }
}

fn key(os: Os) -> &'static str {
    match os {
        Os::Linux => "linux",
        Os::MacOs => "macos",
        Os::Wsl => "wsl",
        Os::Windows => "windows",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::{Value, json};
    use toolhost_config::{Os, PromptProfile};

    use super::{Guidance, describe};

    fn guidance(value: Value) -> Guidance {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn four_platforms_and_two_profiles() {
        use PromptProfile::{PowerShell, UnixLike};
        let guidance = guidance(json!({
            "unix_like": {"default": "Unix.", "macos": "BSD flags.", "wsl": "Unix within Windows."},
            "powershell": {"default": "PowerShell."},
        }));
        let table = [
            (Os::Linux, UnixLike, "Runs.\n\nUnix."),
            (Os::MacOs, UnixLike, "Runs.\n\nBSD flags."),
            (Os::Wsl, UnixLike, "Runs.\n\nUnix within Windows."),
            (Os::Windows, UnixLike, "Runs.\n\nUnix."),
            (Os::Linux, PowerShell, "Runs.\n\nPowerShell."),
            (Os::MacOs, PowerShell, "Runs.\n\nPowerShell."),
            (Os::Wsl, PowerShell, "Runs.\n\nPowerShell."),
            (Os::Windows, PowerShell, "Runs.\n\nPowerShell."),
        ];
        for (os, profile, expected) in table {
            assert_eq!(describe("Runs.\n", &guidance, profile, os), expected, "{os:?} {profile:?}");
        }
    }

    #[test]
    fn nothing_to_add() {
        for texts in
            [json!({}), json!({"powershell": {"default": "x"}}), json!({"unix_like": {"default": " "}})]
        {
            assert_eq!(describe("Runs.", &guidance(texts), PromptProfile::UnixLike, Os::Linux), "Runs.");
        }
        let only_macos = guidance(json!({"unix_like": {"macos": "BSD."}}));
        assert_eq!(describe("Runs.", &only_macos, PromptProfile::UnixLike, Os::Linux), "Runs.");
        assert_eq!(describe("", &only_macos, PromptProfile::UnixLike, Os::MacOs), "BSD.");
    }
}
