//! The typed fields that every result with a body carries.

use serde_json::{Map, Value, json};

use crate::budget::{Cut, tokens};

/// How much of a body an answer shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent<'a> {
    /// Bytes of everything that the call's command has printed.
    pub(super) total_bytes: u64,
    /// Bytes of the body that the answer does not show.
    pub(super) omitted_bytes: u64,
    /// Estimated tokens of the body.
    pub(super) tokens: u64,
    /// Estimated tokens of what the body stands for, if it stands for something else, which the spool has.
    pub(super) original: Option<u64>,
    /// Whether anything of the body is not shown.
    pub(super) cut: bool,
    pub(super) spool_path: Option<&'a str>,
    /// False if the spool could not take all bytes.
    pub(super) complete: bool,
}

impl<'a> Extent<'a> {
    pub(super) fn of_cut(self, cut: &Cut) -> Self {
        Self {
            omitted_bytes: cut.omitted_bytes,
            tokens: cut.original_token_count,
            cut: cut.truncated,
            ..self
        }
    }

    /// For a body of `bytes` of which nothing is shown: no extent has longer fields.
    pub(super) fn widest(bytes: u64, total_bytes: u64, spool_path: Option<&'a str>, complete: bool) -> Self {
        Self {
            total_bytes,
            omitted_bytes: bytes,
            tokens: tokens(bytes),
            original: None,
            cut: true,
            spool_path,
            complete,
        }
    }

    /// Adds the fields to those of the tool. `truncated` stays true if it was.
    pub(super) fn add_to(self, fields: &mut Map<String, Value>) {
        let truncated = self.cut || fields.get("truncated") == Some(&Value::Bool(true));
        fields.insert("truncated".into(), Value::Bool(truncated));
        fields.insert("total_output_bytes".into(), json!(self.total_bytes));
        fields.insert("omitted_output_bytes".into(), json!(self.omitted_bytes));
        fields.insert("original_token_count".into(), json!(self.original.unwrap_or(self.tokens)));
        fields.insert(
            "spool_path".into(),
            json!(self.spool_path.filter(|_| self.cut || self.original.is_some())),
        );
        if !self.complete {
            fields.insert("spool_complete".into(), Value::Bool(false));
        }
    }

    /// The bytes of the fields of the tool and of these at their longest, with an empty body under `name`.
    pub(super) fn cost(self, fields: &Map<String, Value>, name: &str, empty: Value) -> usize {
        let mut all = fields.clone();
        self.add_to(&mut all);
        // One byte longer than `true`.
        all.insert("truncated".into(), Value::Bool(false));
        all.insert(name.to_owned(), empty);
        crate::budget::json_cost(&all)
    }
}
