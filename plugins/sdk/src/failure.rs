//! How a tool says that it gave up. The type is the WIT record itself, so that `?` passes on what a
//! capability refused.

use serde::Serialize;

use crate::Failure;

impl Failure {
    /// A failure with a registered snake_case code and one sentence for the model that must act on it.
    #[must_use]
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), hints: Vec::new(), details: None }
    }

    /// Adds one sentence on what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Sets the object that stands beside the message. A value that is not a JSON object leaves the failure
    /// as it was.
    #[must_use]
    pub fn details(mut self, details: &impl Serialize) -> Self {
        if let Some(object) = serde_json::to_string(details).ok().filter(|text| text.starts_with('{')) {
            self.details = Some(object);
        }
        self
    }

    /// Sets what a program printed on standard error as the detail `stderr`, unless that is blank: for whoever looks at
    /// the failure. Hosts keep details out of their logs.
    #[must_use]
    pub fn stderr(self, printed: &[u8]) -> Self {
        match String::from_utf8_lossy(printed).trim_end() {
            "" => self,
            text => self.details(&serde_json::json!({ "stderr": text })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;
    use serde_json::json;

    #[test]
    fn details_are_an_object_or_absent() {
        let failure = Failure::new("not_found", "No such thing.").hint("Look again.");
        assert_eq!(failure.hints, ["Look again."]);
        assert_eq!(failure.clone().details(&json!({"a": 1})).details.as_deref(), Some(r#"{"a":1}"#));
        assert_eq!(failure.details(&json!([1])).details, None);
    }

    #[test]
    fn what_a_program_said_is_a_detail() {
        let failure = Failure::new("io", "It failed.");
        assert_eq!(
            failure.clone().stderr(b"why\xff\n").details.as_deref(),
            Some("{\"stderr\":\"why\u{fffd}\"}")
        );
        assert_eq!(failure.stderr(b" \n").details, None);
    }
}
