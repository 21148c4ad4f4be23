//! Patches: written down line by line, applied by the program, and what a refusal says.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::result::failure;
use super::tree::{Tree, assert_unchanged, files, tree};
use super::{Lines, Toolhost};

/// Code of a text that is no patch, or whose parts contradict each other.
pub(crate) const INVALID: &str = "invalid_patch";
/// Code of a hunk whose lines are nowhere in the file.
pub(crate) const NO_MATCH: &str = "no_match";
/// Code of a hunk whose lines are there more than once.
pub(crate) const AMBIGUOUS: &str = "ambiguous";
/// Code of a path at which there is nothing.
pub(crate) const MISSING: &str = "not_found";
/// Code of a path at which there is something already.
pub(crate) const EXISTS: &str = "already_exists";
/// Code of a path that no patch may touch.
pub(crate) const DENIED: &str = "denied";
/// Code of a path at which there is no regular file.
pub(crate) const NOT_A_FILE: &str = "not_a_file";

/// Code of a mutation that the edit guard holds back.
pub(crate) const UNVERIFIED: &str = "verification_required";

/// The longest patch that is passed as an argument of a program.
const MAX_ARGUMENT: usize = 60_000;

/// These lines in the envelope of a patch.
pub(crate) fn patch(lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("*** Begin Patch\n{body}*** End Patch\n")
}

/// A patch that updates one file.
pub(crate) fn update(name: &str, hunks: &[&str]) -> String {
    let header = format!("*** Update File: {name}");
    patch(&[&[header.as_str()], hunks].concat())
}

/// Has hunks applied to a file that is alone in its workspace, and expects this text.
pub(crate) fn assert_edit(before: &str, hunks: &[&str], after: &str) {
    let toolhost = Toolhost::new();
    toolhost.put("f", before);
    let result = toolhost.apply(&update("f", hunks));
    assert_eq!(operations(&result), [("f", "updated")], "{hunks:?}");
    toolhost.assert_files(&[("f", after)]);
}

/// Everything that a refusal says, wherever it says it: message, hints, and the texts and numbers of its
/// details.
pub(crate) fn said(result: &Value) -> String {
    let mut texts = Vec::new();
    collect(&result["error"], &mut texts);
    texts.join("\n")
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, texts)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Whether a text has a number as a word of its own.
pub(crate) fn has_number(text: &str, number: usize) -> bool {
    let number = number.to_string();
    text.split(|character: char| !character.is_alphanumeric()).any(|word| word == number)
}

/// Fails unless the call was refused with this code, and says all of these parts, in whichever of its fields.
pub(crate) fn assert_refusal(result: &Value, code: &str, parts: &[&str]) {
    assert_eq!(failure(result).0, code, "{result}");
    let said = said(result);
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
}

/// Fails unless a refusal has each of these numbers: lines of a file or of the patch.
pub(crate) fn assert_numbers(result: &Value, numbers: &[usize]) {
    let said = said(result);
    for number in numbers {
        assert!(has_number(&said, *number), "{number} is not in {said:?}");
    }
}

/// Fails unless a refusal has one of these numbers.
pub(crate) fn assert_number_in(result: &Value, mut numbers: RangeInclusive<usize>) {
    let (said, shown) = (said(result), format!("{numbers:?}"));
    assert!(numbers.any(|number| has_number(&said, number)), "none of {shown} is in {said:?}");
}

/// The one entry of a result's `diff`.
pub(crate) fn only_entry(result: &Value) -> &Value {
    match result["diff"].as_array().map(Vec::as_slice) {
        Some([entry]) => entry,
        _ => panic!("not one entry: {result}"),
    }
}

/// Path and operation of each entry of a result's `diff`.
pub(crate) fn operations<'a>(result: &'a Value) -> Vec<(&'a str, &'a str)> {
    let entries = result["diff"].as_array().unwrap_or_else(|| panic!("no diff: {result}"));
    let entry = |entry: &'a Value| match (entry["path"].as_str(), entry["operation"].as_str()) {
        (Some(path), Some(operation)) => (path, operation),
        _ => panic!("an entry without path or operation: {entry}"),
    };
    entries.iter().map(entry).collect()
}

impl Toolhost {
    /// Writes a file of the workspace, and the folders above it where they are missing.
    pub(crate) fn put(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.workspace().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, contents).unwrap();
        path
    }

    /// The bytes of a file of the workspace, links followed.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        let path = self.workspace().join(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Hands a patch to the tool in a client session of its own: exit status and result.
    pub(crate) fn patch(&self, text: &str) -> (i32, Value) {
        let arguments = json!({"patch": text});
        if text.len() <= MAX_ARGUMENT {
            return self.call("apply_patch", &arguments);
        }
        let mut lines = Lines::start(self);
        let result = lines.call("apply_patch", &arguments);
        lines.end();
        (i32::from(result["error"].is_object()), result)
    }

    /// Applies a patch, which must succeed.
    pub(crate) fn apply(&self, text: &str) -> Value {
        let (status, result) = self.patch(text);
        assert_eq!(status, 0, "{text}\n{result}");
        assert!(result["diff"].is_array(), "{text}\n{result}");
        result
    }

    /// Hands over a patch that must be refused, with this code and these parts, and must change nothing.
    pub(crate) fn refuse(&self, text: &str, code: &str, parts: &[&str]) -> Value {
        let result = self.refuse_as(text, &[code]);
        assert_refusal(&result, code, parts);
        result
    }

    /// The same where more than one code fits, without a look at what is said.
    pub(crate) fn refuse_as(&self, text: &str, codes: &[&str]) -> Value {
        let before = self.tree();
        let (status, result) = self.patch(text);
        let shown: String = text.chars().take(1000).collect();
        assert_unchanged(&before, &self.tree(), &shown);
        assert_eq!(status, 1, "{shown}\n{result}");
        assert!(codes.contains(&failure(&result).0), "{codes:?}: {result}");
        result
    }

    /// The workspace and all that the tests put beside it.
    pub(crate) fn tree(&self) -> Tree {
        tree(&self.path(""), &["home"])
    }

    /// Fails unless the workspace has these files and links and no others; a link reads `-> TARGET`.
    pub(crate) fn assert_files(&self, expected: &[(&str, &str)]) {
        let expected: BTreeMap<String, String> = expected
            .iter()
            .map(|(name, contents)| ((*name).to_owned(), contents.as_bytes().escape_ascii().to_string()))
            .collect();
        assert_eq!(files(&tree(&self.workspace(), &[])), expected);
    }
}

/// A patch that makes so many files in the folder `made`, one after the other.
pub(crate) fn making(files: usize) -> String {
    let added: String = (0..files).map(|number| format!("*** Add File: made/{number}\n+made\n")).collect();
    format!("*** Begin Patch\n{added}*** End Patch\n")
}

/// How many files are in the folder `made`.
pub(crate) fn made(toolhost: &Toolhost) -> usize {
    std::fs::read_dir(toolhost.workspace().join("made")).map_or(0, Iterator::count)
}
