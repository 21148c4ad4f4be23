//! The caller's permission arguments, as the execution gateway gets them.

use serde::Serialize;
use toolhost_plugin::{Choice, Failure};

/// What the caller asks of the sandbox.
#[derive(Choice, Clone, Copy)]
pub(crate) enum Permissions {
    UseDefault,
    RequireEscalated,
}

#[derive(Serialize)]
struct Intent<'a> {
    sandbox_permissions: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    justification: Option<&'a str>,
}

/// The permission arguments as one JSON object. Only the gateway decides what they mean; that an escalation
/// says why is the tool's own rule.
pub(crate) fn json(permissions: Permissions, justification: Option<&str>) -> Result<String, Failure> {
    let justification = justification.filter(|text| !text.trim().is_empty());
    if matches!(permissions, Permissions::RequireEscalated) && justification.is_none() {
        return Err(Failure::new(
            "invalid_arguments",
            "`justification` is missing: `sandbox_permissions` is \"require_escalated\", which needs one sentence on why.",
        )
        .hint("Give `justification`, or leave `sandbox_permissions` out."));
    }
    let intent = Intent { sandbox_permissions: permissions.name(), justification };
    serde_json::to_string(&intent)
        .map_err(|error| Failure::new("internal", format!("The permission arguments are not JSON: {error}.")))
}

#[cfg(test)]
mod tests {
    use super::{Permissions, json};

    #[test]
    fn an_escalation_says_why() {
        let table: &[(Permissions, Option<&str>, Option<&str>)] = &[
            (Permissions::UseDefault, None, Some(r#"{"sandbox_permissions":"use_default"}"#)),
            (Permissions::UseDefault, Some(""), Some(r#"{"sandbox_permissions":"use_default"}"#)),
            (
                Permissions::UseDefault,
                Some("a"),
                Some(r#"{"sandbox_permissions":"use_default","justification":"a"}"#),
            ),
            (
                Permissions::RequireEscalated,
                Some("a \"b\""),
                Some(r#"{"sandbox_permissions":"require_escalated","justification":"a \"b\""}"#),
            ),
            (Permissions::RequireEscalated, None, None),
            (Permissions::RequireEscalated, Some(" \n"), None),
        ];
        for (permissions, justification, expected) in table {
            match (json(*permissions, *justification), expected) {
                (Ok(intent), Some(expected)) => assert_eq!(intent, *expected),
                (Err(failure), None) => {
                    assert_eq!(failure.code, "invalid_arguments");
                    assert!(failure.message.starts_with("`justification` is missing"));
                }
                (result, _) => panic!("{result:?} instead of {expected:?}"),
            }
        }
    }
}
