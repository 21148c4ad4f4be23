//! The one command line that a running host can answer.

use std::ffi::{OsStr, OsString};

/// A call without options.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The tool's name.
    pub(crate) tool: String,
    /// Its arguments as they stand there.
    pub(crate) arguments: Option<String>,
}

impl Call {
    /// Reads `PROGRAM call TOOL [JSON]`; none for any other command line, which is the host's to understand.
    pub(crate) fn of(arguments: &[OsString]) -> Option<Call> {
        let (tool, json) = match arguments {
            [_, call, tool] if call == "call" => (tool, None),
            [_, call, tool, json] if call == "call" => (tool, Some(plain(json)?)),
            _ => return None,
        };
        Some(Call { tool: plain(tool)?, arguments: json })
    }
}

/// A word that is no option.
fn plain(word: &OsStr) -> Option<String> {
    word.to_str().filter(|word| !word.starts_with('-')).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn only_a_call_without_options_is_one() {
        let call = |tool: &str, arguments: Option<&str>| {
            Some(Call { tool: tool.to_owned(), arguments: arguments.map(str::to_owned) })
        };
        let rows: [(&[&str], Option<Call>); 12] = [
            (&["toolhost", "call", "noop"], call("noop", None)),
            (&["/a/toolhost", "call", "noop", "{}"], call("noop", Some("{}"))),
            (&["toolhost", "call", "", ""], call("", Some(""))),
            (&["toolhost", "call", "-"], None),
            (&["toolhost", "call", "--help"], None),
            (&["toolhost", "call", "noop", "--timeout"], None),
            (&["toolhost", "call", "noop", "{}", "--timeout", "5s"], None),
            (&["toolhost", "-v", "call", "noop"], None),
            (&["toolhost", "tools", "noop"], None),
            (&["toolhost", "call"], None),
            (&["toolhost"], None),
            (&[], None),
        ];
        for (line, expected) in rows {
            let line: Vec<OsString> = line.iter().map(OsString::from).collect();
            assert_eq!(Call::of(&line), expected, "{line:?}");
        }
        let foreign = OsString::from_vec(vec![0xff]);
        assert_eq!(Call::of(&["toolhost".into(), "call".into(), "noop".into(), foreign]), None);
    }
}
