//! What an agent puts around a command's output: taken off before the output is reduced, and put back byte for byte.

mod header;
mod json;

use std::borrow::Cow;

/// An output without its wrapper. A text without a known one is all body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrapped<'a> {
    /// What stands before the body.
    pub before: &'a str,
    /// What the command printed.
    pub body: Cow<'a, str>,
    /// What stands behind the body.
    pub after: &'a str,
    /// The body as it is written.
    written: &'a str,
    /// Whether the body is written as the inside of a JSON string.
    is_escaped: bool,
}

impl<'a> Wrapped<'a> {
    /// Takes the wrapper off. It is known by its form alone, whatever the tool is called.
    #[must_use]
    pub fn split(text: &'a str) -> Wrapped<'a> {
        json::split(text).or_else(|| header::split(text)).unwrap_or_else(|| Wrapped::plain("", text, ""))
    }

    fn plain(before: &'a str, body: &'a str, after: &'a str) -> Wrapped<'a> {
        Wrapped { before, body: Cow::Borrowed(body), after, written: body, is_escaped: false }
    }

    /// The wrapper around another body. Around the same one it is the text that was split, byte for byte.
    #[must_use]
    pub fn put_back(&self, body: &str) -> String {
        let written = if body == self.body {
            Cow::Borrowed(self.written)
        } else if self.is_escaped {
            Cow::Owned(json::escape(body))
        } else {
            Cow::Borrowed(body)
        };
        [self.before, &written, self.after].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CODEX: &str = "Chunk ID: ae95b9\nWall time: 0.0000 seconds\nProcess exited with code 3\nOriginal token count: 55\nOutput:\n";
    const FREEFORM: &str = "Exit code: 101\nWall time: 3 seconds\nTotal output lines: 7\nOutput:\n";

    fn parts(text: &str) -> (String, String, String) {
        let wrapped = Wrapped::split(text);
        assert_eq!(wrapped.put_back(&wrapped.body), text);
        (wrapped.before.to_owned(), wrapped.body.into_owned(), wrapped.after.to_owned())
    }

    #[test]
    fn row_41_headers_are_kept() {
        let rows = [
            (format!("{CODEX}a\nb\n"), CODEX, "a\nb\n", ""),
            (format!("{FREEFORM}a"), FREEFORM, "a", ""),
            ("Exit code: 1\nWall time: 0 seconds\nOutput:\n".into(), "Exit code: 1\nWall time: 0 seconds\nOutput:\n", "", ""),
            (
                "Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\nx".into(),
                "Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n",
                "x",
                "",
            ),
            ("Exit code 3\na\n".into(), "Exit code 3\n", "a\n", ""),
            (
                "<untrusted_context>\nOutput: a\nb\nExit Code: 3\nProcess Group PGID: 9\n</untrusted_context>".into(),
                "<untrusted_context>\nOutput: ",
                "a\nb",
                "\nExit Code: 3\nProcess Group PGID: 9\n</untrusted_context>",
            ),
            (
                "<untrusted_context>\nOutput: Exit Code: 1\nExit Code: 3\n</untrusted_context>\n".into(),
                "<untrusted_context>\nOutput: ",
                "Exit Code: 1",
                "\nExit Code: 3\n</untrusted_context>\n",
            ),
        ];
        for (text, before, body, after) in rows {
            assert_eq!(parts(&text), (before.into(), body.into(), after.into()), "{text}");
        }
    }

    #[test]
    fn row_42_a_json_string_is_taken_out_and_put_back() {
        let text =
            r#"{"output":"diff --git a\/x\n\u00e9\"","metadata":{"exit_code":0,"duration_seconds":20000.0}}"#;
        let (before, body, after) = parts(text);
        assert_eq!(before, r#"{"output":""#);
        assert_eq!(body, "diff --git a/x\né\"");
        assert_eq!(after, r#"","metadata":{"exit_code":0,"duration_seconds":20000.0}}"#);
        assert_eq!(
            Wrapped::split(text).put_back("a \"b\"\n\u{1}é"),
            r#"{"output":"a \"b\"\n\u0001é","metadata":{"exit_code":0,"duration_seconds":20000.0}}"#
        );
    }

    #[test]
    fn the_string_is_that_of_the_right_key() {
        let text =
            r#"{"metadata":{"output":"a","exit_code":9223372036854775808}, "other":"a", "output" : "a" }"#;
        assert_eq!(
            Wrapped::split(text).put_back("b"),
            r#"{"metadata":{"output":"a","exit_code":9223372036854775808}, "other":"a", "output" : "b" }"#
        );
    }

    #[test]
    fn what_is_no_wrapper_is_body() {
        let rows = [
            "",
            "a\nb",
            "Output:\na",
            "Exit code 3",
            "Exit code x\na",
            "Exit code: 1\na\nOutput:\nb",
            "exit code: 1\nOutput:\nb",
            "<untrusted_context>\nOutput: a",
            "<untrusted_context>\na\n</untrusted_context>",
            r#"{"output":"a"}"#,
            r#"{"output":1,"metadata":{}}"#,
            r#"{"output":"a","metadata":3}"#,
            r#"{"output":"a","metadata":{}} b"#,
            r#"{"output":"a","output":"b","metadata":{}}"#,
            r#"{"output":"\ud800","metadata":{}}"#,
            r#"[{"output":"a","metadata":{}}]"#,
        ];
        for text in rows {
            assert_eq!(parts(text), (String::new(), text.into(), String::new()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_same_body_gives_the_same_bytes(body in any::<String>(), form in 0..6usize, other in any::<String>()) {
            let text = match form {
                0 => format!("{CODEX}{body}"),
                1 => format!("{FREEFORM}{body}"),
                2 => format!("Exit code 3\n{body}"),
                3 => format!("<untrusted_context>\nOutput: {body}\nExit Code: 3\nProcess Group PGID: 9\n</untrusted_context>"),
                4 => format!(r#"{{"output":"{}","metadata":{{"exit_code":0}}}}"#, json::escape(&body)),
                _ => body.clone(),
            };
            let wrapped = Wrapped::split(&text);
            prop_assert_eq!(&wrapped.put_back(&wrapped.body), &text);
            if form < 5 {
                prop_assert_eq!(wrapped.body.as_ref(), body.as_str());
                // What was put back is taken off again.
                let again = wrapped.put_back(&other);
                let other_wrapped = Wrapped::split(&again);
                prop_assert_eq!(other_wrapped.body.as_ref(), other.as_str());
            }
        }
    }
}
