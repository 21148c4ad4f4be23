//! The blocks that a profile may override, with every key set.

use std::collections::BTreeMap;

use crate::written::{self, Escalation, Inherit, Shell, ShellPromptProfile};

/// What models are told about the shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// Whose command syntax the guidance teaches; see [`crate::prompt_profile`].
    pub shell_prompt_profile: ShellPromptProfile,
}

/// How commands run. There is no sandbox and no network setting as long as each has one value only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// What happens to a command that asks to run outside the sandbox.
    pub escalation: Escalation,
    /// The shell.
    pub shell: Shell,
    /// The environment of commands.
    pub env: Environment,
}

/// The environment of commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// What is taken from the environment of the host.
    pub inherit: Inherit,
    /// Names that are not inherited, with `*` for any characters.
    pub exclude: Vec<String>,
    /// Variables that are set whatever was inherited.
    pub set: BTreeMap<String, String>,
}

impl Environment {
    /// Whether commands inherit the variable `name`. Names of secrets are the caller's to leave out.
    #[must_use]
    pub fn inherits(&self, name: &str) -> bool {
        self.inherit == Inherit::All && !self.exclude.iter().any(|pattern| matches(pattern, name))
    }
}

/// Whether `name` is what `pattern` describes, `*` standing for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// When further edits wait for a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditGuard {
    /// Effective edits in a row before a verification is asked for; 0 is never.
    pub mutations: u32,
    /// Commands that count as a verification beside the built-in ones.
    pub verifiers: Vec<String>,
}

impl written::Agent {
    pub(super) fn over(&self, base: &Self) -> Self {
        Self { shell_prompt_profile: self.shell_prompt_profile.or(base.shell_prompt_profile) }
    }

    pub(super) fn complete(self) -> Result<Agent, &'static str> {
        Ok(Agent { shell_prompt_profile: self.shell_prompt_profile.ok_or("shell_prompt_profile")? })
    }
}

impl written::Execution {
    pub(super) fn over(&self, base: &Self) -> Self {
        Self {
            sandbox: self.sandbox.clone().or_else(|| base.sandbox.clone()),
            network: self.network.clone().or_else(|| base.network.clone()),
            escalation: self.escalation.or(base.escalation),
            shell: self.shell.clone().or_else(|| base.shell.clone()),
            env: match (&self.env, &base.env) {
                (Some(upper), Some(lower)) => Some(upper.over(lower)),
                (upper, lower) => upper.clone().or_else(|| lower.clone()),
            },
        }
    }

    pub(super) fn complete(self) -> Result<Execution, &'static str> {
        let env = self.env.ok_or("env")?;
        Ok(Execution {
            escalation: self.escalation.ok_or("escalation")?,
            shell: self.shell.ok_or("shell")?,
            env: Environment {
                inherit: env.inherit.ok_or("env")?,
                exclude: env.exclude.ok_or("env")?,
                set: env.set.ok_or("env")?,
            },
        })
    }
}

impl written::Environment {
    fn over(&self, base: &Self) -> Self {
        Self {
            inherit: self.inherit.or(base.inherit),
            exclude: self.exclude.clone().or_else(|| base.exclude.clone()),
            set: self.set.clone().or_else(|| base.set.clone()),
        }
    }
}

impl written::EditGuard {
    pub(super) fn over(&self, base: &Self) -> Self {
        Self {
            mutations: self.mutations.or(base.mutations),
            verifiers: self.verifiers.clone().or_else(|| base.verifiers.clone()),
        }
    }

    pub(super) fn complete(self) -> Result<EditGuard, &'static str> {
        Ok(EditGuard {
            mutations: self.mutations.ok_or("mutations")?,
            verifiers: self.verifiers.ok_or("verifiers")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("PATH", "PATH", true),
            ("PATH", "PATHS", false),
            ("AWS_*", "AWS_KEY", true),
            ("AWS_*", "AWS_", true),
            ("AWS_*", "MY_AWS_KEY", false),
            ("*_TOKEN", "GH_TOKEN", true),
            ("*_TOKEN", "GH_TOKEN_2", false),
            ("A*B*C", "AxBxC", true),
            ("A*B*C", "ABC", true),
            ("A*B*C", "ACB", false),
            ("A*A", "A", false),
            ("*", "ANYTHING", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn nothing_or_all_but_the_excluded_is_inherited() {
        let all = Environment { inherit: Inherit::All, exclude: vec!["AWS_*".into()], set: BTreeMap::new() };
        assert!(all.inherits("HOME"));
        assert!(!all.inherits("AWS_KEY"));
        assert!(!Environment { inherit: Inherit::None, ..all }.inherits("HOME"));
    }
}
