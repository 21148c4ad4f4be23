//! Why a patch is not applied: what is wrong, where, and what would be right.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};
use toolhost_plugin::Failure;

/// The text is no patch, or its parts contradict each other.
pub const INVALID_PATCH: &str = "invalid_patch";

/// The lines of a hunk, or of an `@@`, are not in the file.
pub const NO_MATCH: &str = "no_match";

/// The lines of a hunk are in the file more than once.
pub const AMBIGUOUS: &str = "ambiguous";

/// The file to change is not there.
pub const NOT_FOUND: &str = "not_found";

/// The file to make is already there.
pub const ALREADY_EXISTS: &str = "already_exists";

/// The path names something that is not a file, such as a directory.
pub const NOT_A_FILE: &str = "not_a_file";

/// The path leads to where no patch may write.
pub const DENIED: &str = "denied";

/// The patch or the file is larger than this tool takes.
pub const LIMIT_EXCEEDED: &str = "limit_exceeded";

/// A file has changed since it was read. The one code that is worth another try.
pub const CONFLICT: &str = "conflict";

/// What to do about a file that this tool does not change.
pub(crate) const BY_COMMAND: &str = "Change it by a command instead.";

/// Refusals that one answer tells: a model mends a handful at a time, and each costs bytes.
pub(crate) const TOLD: usize = 8;

/// Why a patch is not applied.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// What kind of reason, as one of the constants here or as the host has it.
    pub code: Cow<'static, str>,
    /// One sentence for the model.
    pub message: String,
    /// What to do next, one sentence each.
    pub hints: Vec<String>,
    details: Box<Details>,
}

/// What stands beside the message, typed. A member that has nothing to say is left out.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Details {
    /// Only of a further refusal, which has no place of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) patch_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nearest: Option<Region>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) difference: Option<Difference>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) candidates: Vec<Candidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    further: Vec<Details>,
    /// What the host adds in a refusal of its own.
    #[serde(flatten)]
    by_host: Map<String, Value>,
}

/// Lines of a file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Region {
    /// Number of the first one, from 1.
    pub(crate) first_line: usize,
    pub(crate) text: Vec<String>,
}

/// The first line of a hunk that is not the file's, with blanks visible.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Difference {
    /// In the file, from 1; none past its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// In the patch, from 1.
    pub(crate) patch_line: usize,
    pub(crate) patch: String,
}

/// A place at which a hunk could be meant.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Candidate {
    /// From 1.
    pub(crate) line: usize,
    /// The declaration around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) enclosing: Option<Enclosing>,
}

/// The line that declares the block around a place.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Enclosing {
    /// From 1.
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Refusal {
    /// A refusal without a place.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code: Cow::Borrowed(code),
            message: message.into(),
            hints: Vec::new(),
            details: Box::default(),
        }
    }

    /// A fault in the text of the patch, at one of its lines (from 1).
    pub(crate) fn invalid(line: usize, message: impl Into<String>) -> Self {
        Self::new(INVALID_PATCH, message).detailed(|details| details.patch_line = Some(line))
    }

    /// A refusal of an operation on `path`, because of a line of the patch (from 1).
    pub(crate) fn of(code: &'static str, line: usize, path: &str, message: impl Into<String>) -> Self {
        Self::new(code, message).detailed(|details| {
            details.path = Some(path.to_owned());
            details.patch_line = Some(line);
        })
    }

    /// A refusal by the tree, which happened because of a line of the patch (from 1).
    pub(crate) fn by_tree(failure: Failure, line: usize, path: &str) -> Self {
        let Failure { code, message, hints, details } = failure;
        let by_host = details.and_then(|details| serde_json::from_str::<Map<_, _>>(&details).ok());
        let refusal = Self::of(INVALID_PATCH, line, path, message).detailed(|details| {
            details.by_host = by_host.unwrap_or_default();
            // Here it is told as the patch has it.
            details.by_host.shift_remove("path");
        });
        Self { code: Cow::Owned(code), hints, ..refusal }
    }

    /// Adds one sentence on what to do next.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    pub(crate) fn detailed(mut self, detail: impl FnOnce(&mut Details)) -> Self {
        detail(&mut self.details);
        self
    }

    /// Several refusals as one: the first of them, with the others in its details. None for an empty list.
    pub(crate) fn joined(mut refusals: Vec<Self>) -> Option<Self> {
        if refusals.len() < 2 {
            return refusals.pop();
        }
        let mut refusals = refusals.into_iter();
        let first = refusals.next()?;
        let further: Vec<Details> = refusals
            .map(|refusal| Details {
                code: Some(refusal.code),
                message: Some(refusal.message),
                ..*refusal.details
            })
            .collect();
        let (noun, verb) = if further.len() == 1 { ("fault", "is") } else { ("faults", "are") };
        let hint = format!("{} further {noun} of this patch {verb} in `further`.", further.len());
        Some(first.detailed(|details| details.further = further).hint(hint))
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let Refusal { code, message, hints, details } = refusal;
        Self { code: code.into_owned(), message, hints, details: None }.details(&details)
    }
}

/// A count with its noun.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// "lines 3, 10 and 20".
pub(crate) fn listed(numbers: &[usize]) -> String {
    let text: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match text.as_slice() {
        [] => "no line".to_owned(),
        [one] => format!("line {one}"),
        [most @ .., last] => format!("lines {} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{NO_MATCH, NOT_FOUND, Refusal, listed};
    use serde_json::{Value, json};
    use toolhost_plugin::Failure;

    fn details(failure: &Failure) -> Value {
        serde_json::from_str(failure.details.as_deref().unwrap()).unwrap()
    }

    #[test]
    fn one_refusal_tells_of_the_others() {
        let refusals = || {
            vec![
                Refusal::of(NO_MATCH, 3, "a", "First.").hint("Look."),
                Refusal::of(NOT_FOUND, 9, "b", "Second.").hint("Not told."),
            ]
        };
        assert!(Refusal::joined(Vec::new()).is_none());
        let alone = Refusal::joined(vec![refusals().remove(0)]).unwrap();
        assert_eq!((alone.message.as_str(), alone.hints.len()), ("First.", 1));
        let both = Failure::from(Refusal::joined(refusals()).unwrap());
        assert_eq!((both.code.as_str(), both.message.as_str()), (NO_MATCH, "First."));
        assert_eq!(both.hints, ["Look.", "1 further fault of this patch is in `further`."]);
        let further = json!([{"code": "not_found", "message": "Second.", "path": "b", "patch_line": 9}]);
        assert_eq!(details(&both), json!({"path": "a", "patch_line": 3, "further": further}));
    }

    #[test]
    fn the_tree_speaks_for_itself() {
        let by_tree = |failure| Failure::from(Refusal::by_tree(failure, 4, "a"));
        let plain = by_tree(Failure::new("denied", "It is outside.").hint("Go in."));
        assert_eq!((plain.code.as_str(), plain.message.as_str()), ("denied", "It is outside."));
        assert_eq!(plain.hints, ["Go in."]);
        assert_eq!(details(&plain), json!({"path": "a", "patch_line": 4}));
        let own = by_tree(Failure::new("denied", "No.").details(&json!({"root": "/w"})));
        assert_eq!(details(&own), json!({"path": "a", "patch_line": 4, "root": "/w"}));
        let own = by_tree(Failure::new("denied", "No.").details(&json!({"path": "sub/a", "size": 7})));
        assert_eq!(details(&own), json!({"path": "a", "patch_line": 4, "size": 7}));
    }

    #[test]
    fn numbers_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&[3]), "line 3");
        assert_eq!(listed(&[3, 10]), "lines 3 and 10");
        assert_eq!(listed(&[3, 10, 20]), "lines 3, 10 and 20");
    }
}
