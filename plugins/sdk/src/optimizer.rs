//! An optimizer of commands and of what they print.

use crate::{Failure, Replacement, ToolCall};

/// A provider of the tool optimizers: what [`optimizer!`](crate::optimizer!) makes a component of.
///
/// Both functions leave things alone unless they are written. What one returns is a proposal: the host takes it only
/// if it is a change that is valid, and an error, a trap or a late answer leaves the payload as it was. Given the
/// same input, an answer should be the same bytes: a reduced output is sent again with every turn of a conversation.
pub trait Optimizer {
    /// Another command in place of `call.command`, which is about to be run. None: it stays.
    ///
    /// # Errors
    /// Whatever kept the optimizer from having an opinion. It is logged and counted.
    fn rewrite_command(_call: &ToolCall) -> Result<Option<Replacement>, Failure> {
        Ok(None)
    }

    /// A shorter text in place of `output`, which `call.command` printed. `filter_hint` names the kind of output, such
    /// as `cargo-test`, where the host knows it. None: it stays.
    ///
    /// # Errors
    /// Whatever kept the optimizer from having an opinion. It is logged and counted.
    fn reduce_output(
        _call: &ToolCall,
        _filter_hint: Option<&str>,
        _output: String,
    ) -> Result<Option<Replacement>, Failure> {
        Ok(None)
    }
}

impl Replacement {
    /// This text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), reason: None }
    }

    /// Says what was done, in a few words for the log. They must not quote commands or outputs.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }
}

/// Compiles for an [`Optimizer`] and for nothing else.
#[doc(hidden)]
pub const fn is_optimizer<T: Optimizer>() {}

#[cfg(test)]
mod tests {
    use super::Optimizer;
    use crate::{Replacement, ToolCall};

    struct Idle;

    impl Optimizer for Idle {}

    #[test]
    fn what_is_not_written_leaves_things_alone() {
        let call = ToolCall {
            tool_name: "shell_command".to_owned(),
            call_id: "call_1".to_owned(),
            command: "ls".to_owned(),
            metadata: "{}".to_owned(),
        };
        assert!(matches!(Idle::rewrite_command(&call), Ok(None)));
        assert!(matches!(Idle::reduce_output(&call, Some("find"), "a\n".to_owned()), Ok(None)));
    }

    #[test]
    fn a_replacement_has_a_reason_if_one_is_given() {
        let replacement = Replacement::new("a");
        assert_eq!((replacement.text.as_str(), replacement.reason.as_deref()), ("a", None));
        assert_eq!(Replacement::new("a").because("b").reason.as_deref(), Some("b"));
    }
}
