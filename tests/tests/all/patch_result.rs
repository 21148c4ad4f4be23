//! What a patch that was applied returns, and how the tool is declared.

use serde_json::{Value, json};

use crate::support::patch::{only_entry, operations, patch, update};
use crate::support::result::number;
use crate::support::{Lines, Mcp, Toolhost};

/// A limit of an entry's content.
const MAX_LINES: usize = 160;
const HEAD: usize = 96;
const TAIL: usize = 32;
const MAX_LINE_BYTES: usize = 500;

fn content(entry: &Value) -> &str {
    entry["content"].as_str().unwrap_or_else(|| panic!("no content: {entry}"))
}

fn is_empty(entry: &Value) -> bool {
    entry["is_empty"].as_bool().unwrap_or(false)
}

/// The lines of a unified diff that begin with this sign, without it and without the names of the files.
fn signed(content: &str, sign: char) -> Vec<&str> {
    content
        .lines()
        .filter(|line| !line.starts_with("---") && !line.starts_with("+++"))
        .filter_map(|line| line.strip_prefix(sign))
        .collect()
}

fn numbered(count: usize, prefix: &str) -> Vec<String> {
    (1..=count).map(|number| format!("{prefix}line {number}")).collect()
}

/// A patch that adds one file of these lines.
fn add(name: &str, lines: &[String]) -> String {
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    patch(&[&format!("*** Add File: {name}"), body.trim_end_matches('\n')])
}

#[test]
fn every_planned_file_has_an_entry_in_the_order_of_the_patch() {
    let toolhost = Toolhost::new();
    toolhost.put("update.txt", "one\ntwo\nthree\n");
    toolhost.put("move.txt", "one\ntwo\n");
    toolhost.put("rename.txt", "same\n");
    toolhost.put("delete.txt", "one\ntwo\n");
    toolhost.put("rewrite.txt", "one\ntwo\n");
    let result = toolhost.apply(&patch(&[
        "*** Update File: update.txt",
        "@@",
        "-two",
        "+TWO",
        "+TWO AND A HALF",
        "*** Add File: new/add.txt",
        "+one",
        "+two",
        "*** Update File: move.txt",
        "*** Move to: moved.txt",
        "@@",
        "-two",
        "*** Update File: rename.txt",
        "*** Move to: renamed.txt",
        "*** Delete File: delete.txt",
        "*** Delete File: rewrite.txt",
        "*** Add File: rewrite.txt",
        "+one",
        "+three",
    ]));
    let entries = result["diff"].as_array().unwrap();
    // Path, operation, additions, deletions; a moved file may be named by either of its names.
    let expected = [
        (["update.txt", "update.txt"], "updated", 2, 1),
        (["new/add.txt", "new/add.txt"], "created", 2, 0),
        (["move.txt", "moved.txt"], "moved", 0, 1),
        (["rename.txt", "renamed.txt"], "moved", 0, 0),
        (["delete.txt", "delete.txt"], "deleted", 0, 2),
        (["rewrite.txt", "rewrite.txt"], "updated", 1, 1),
    ];
    assert_eq!(entries.len(), expected.len(), "{result}");
    for (entry, (paths, operation, additions, deletions)) in entries.iter().zip(expected) {
        assert!(paths.iter().any(|path| entry["path"] == *path), "{paths:?}: {entry}");
        assert_eq!(entry["operation"], operation, "{entry}");
        assert_eq!(
            (number(entry, "additions"), number(entry, "deletions")),
            (additions, deletions),
            "{entry}"
        );
        assert_eq!(entry["truncated"], false, "{entry}");
        assert!(entry["content"].is_string(), "{entry}");
        assert!(!is_empty(entry), "{entry}");
    }
    assert_eq!(signed(content(&entries[0]), '-'), ["two"]);
    assert_eq!(signed(content(&entries[0]), '+'), ["TWO", "TWO AND A HALF"]);
    assert_eq!(signed(content(&entries[1]), '+'), ["one", "two"]);
    assert_eq!(signed(content(&entries[2]), '-'), ["two"]);
    assert_eq!(signed(content(&entries[4]), '-'), ["one", "two"]);
    assert_eq!(
        (signed(content(&entries[5]), '-'), signed(content(&entries[5]), '+')),
        (vec!["two"], vec!["three"])
    );
}

#[test]
fn the_content_is_a_unified_diff_with_three_lines_of_context() {
    let toolhost = Toolhost::new();
    toolhost.put("f", numbered(40, "").join("\n") + "\n");
    let hunks = ["@@", "-line 10", "+LINE 10", "@@", "-line 30", "@@", " line 32", "+added"];
    let result = toolhost.apply(&update("f", &hunks));
    let content = content(only_entry(&result));
    let hunk = |range: std::ops::RangeInclusive<usize>| -> String {
        range.map(|number| format!(" line {number}\n")).collect()
    };
    let first = format!("@@ -7,7 +7,7 @@\n{}-line 10\n+LINE 10\n{}", hunk(7..=9), hunk(11..=13));
    // What is at most six lines apart is one hunk.
    let second =
        format!("@@ -27,9 +27,9 @@\n{}-line 30\n{}+added\n{}", hunk(27..=29), hunk(31..=32), hunk(33..=35));
    for hunk in [first, second] {
        assert!(content.contains(hunk.trim_end()), "{hunk}\n{content}");
    }
    assert_eq!(content.matches("@@ -").count(), 2, "{content}");
    assert_eq!(signed(content, ' ').len(), 14, "{content}");
}

#[test]
fn the_content_shows_a_last_line_without_its_newline() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\ntwo");
    let result = toolhost.apply(&update("f", &["@@", "-two", "+TWO"]));
    let content = content(only_entry(&result));
    assert_eq!((signed(content, '-'), signed(content, '+')), (vec!["two"], vec!["TWO"]), "{content}");
}

#[test]
fn what_changes_nothing_is_marked() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\ntwo\n");
    toolhost.put("g", "one\n");
    let before = toolhost.tree();
    let table: [&[&str]; 3] =
        [&["@@", "-one", "+one"], &["@@", " one", " two"], &["@@", " one", "-two", "+two"]];
    for hunks in table {
        let result = toolhost.apply(&update("f", hunks));
        let entry = only_entry(&result);
        assert_eq!(entry["is_empty"], true, "{entry}");
        assert_eq!((&entry["path"], &entry["operation"]), (&json!("f"), &json!("updated")));
        assert_eq!((number(entry, "additions"), number(entry, "deletions")), (0, 0), "{entry}");
        assert_eq!(signed(entry["content"].as_str().unwrap_or_default(), '+'), Vec::<&str>::new());
        assert_eq!(toolhost.tree(), before);
    }
    // Beside one that changes something.
    let text =
        patch(&["*** Update File: f", "@@", "-one", "+one", "*** Update File: g", "@@", "-one", "+ONE"]);
    let result = toolhost.apply(&text);
    let marked: Vec<bool> = result["diff"].as_array().unwrap().iter().map(is_empty).collect();
    assert_eq!(marked, [true, false], "{result}");
    // An empty file is something.
    let result = toolhost.apply(&patch(&["*** Add File: empty"]));
    assert!(!is_empty(only_entry(&result)), "{result}");
    let result = toolhost.apply(&patch(&["*** Delete File: empty"]));
    assert!(!is_empty(only_entry(&result)), "{result}");
}

#[test]
fn a_long_content_keeps_its_head_and_its_tail() {
    let toolhost = Toolhost::new();
    // The headers of the diff count, too, so that the bounds here are not sharp.
    for count in [150, MAX_LINES - 3] {
        let name = &format!("{count} lines");
        let result = toolhost.apply(&add(name, &numbered(count, "")));
        let entry = only_entry(&result);
        assert_eq!(entry["truncated"], false, "{entry}");
        assert_eq!(signed(content(entry), '+'), numbered(count, ""));
    }
    for count in [165, 300, 5000] {
        let name = &format!("{count} lines");
        let result = toolhost.apply(&add(name, &numbered(count, "")));
        let entry = only_entry(&result);
        assert_eq!(entry["truncated"], true, "{entry}");
        assert_eq!(number(entry, "additions"), count as u64, "the counts are of the whole");
        let content = content(entry);
        let lines = content.lines().count();
        // At most one line says what is missing.
        assert!((HEAD + TAIL..=HEAD + TAIL + 1).contains(&lines), "{lines} lines: {content}");
        let shown = signed(content, '+');
        let all = numbered(count, "");
        assert_eq!(shown[..HEAD - 3], all[..HEAD - 3], "the head");
        assert_eq!(shown[shown.len() - TAIL..], all[count - TAIL..], "the tail");
        assert_eq!(toolhost.bytes(name), (all.join("\n") + "\n").as_bytes());
    }
}

#[test]
fn a_long_line_is_clipped_between_characters() {
    let toolhost = Toolhost::new();
    // The last byte that fits is within a character in one of two neighbours.
    for (name, line) in [
        ("ascii", "x".repeat(10_000)),
        ("wide", "é".repeat(5000)),
        ("shifted", format!("x{}", "é".repeat(5000))),
        ("wider", "€".repeat(5000)),
    ] {
        let result =
            toolhost.apply(&add(name, &["short".to_owned(), line.clone(), "short again".to_owned()]));
        let entry = only_entry(&result);
        assert_eq!(entry["truncated"], true, "{entry}");
        let content = content(entry);
        assert!(!content.contains('\u{fffd}'), "{content}");
        let shown = signed(content, '+');
        assert_eq!((shown[0], shown[2]), ("short", "short again"), "{content}");
        // What is kept is a beginning of the line; a word on what is missing may follow.
        let kept = shown[1].chars().zip(line.chars()).take_while(|(shown, line)| shown == line);
        let kept: usize = kept.map(|(shown, _)| shown.len_utf8()).sum();
        assert!((MAX_LINE_BYTES - 100..=MAX_LINE_BYTES).contains(&kept), "{kept} bytes of {name}");
        assert_eq!(toolhost.bytes(name), format!("short\n{line}\nshort again\n").as_bytes());
    }
    let line = "y".repeat(MAX_LINE_BYTES - 1);
    let result = toolhost.apply(&add("fits", std::slice::from_ref(&line)));
    assert_eq!(only_entry(&result)["truncated"], false, "{result}");
    assert_eq!(signed(content(only_entry(&result)), '+'), [line]);
}

/// A patch that adds so many files with these lines each.
fn many(count: usize, lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("+{line}\n")).collect();
    let files: String = (0..count).map(|number| format!("*** Add File: many/{number}\n{body}")).collect();
    patch(&[files.trim_end_matches('\n')])
}

fn entries(toolhost: &Toolhost, text: &str) -> Vec<Value> {
    let mut lines = Lines::start(toolhost);
    let mut result = lines.call("apply_patch", &json!({"patch": text, "max_output_tokens": 50_000}));
    assert!(result["error"].is_null(), "{result}");
    serde_json::from_value(result["diff"].take()).unwrap()
}

#[test]
fn over_two_hundred_entries_have_no_content() {
    for (count, has_content) in [(200, true), (201, false), (1000, false)] {
        let toolhost = Toolhost::new();
        let entries = entries(&toolhost, &many(count, &["x"]));
        assert_eq!(entries.len(), count);
        for (index, entry) in entries.iter().enumerate() {
            assert_eq!(entry["path"], format!("many/{index}"), "{entry}");
            assert_eq!(entry["operation"], "created");
            assert_eq!((number(entry, "additions"), number(entry, "deletions")), (1, 0));
            assert!(entry["truncated"].is_boolean(), "{entry}");
            assert_eq!(entry["content"].is_string(), has_content, "{count}: {entry}");
        }
        assert_eq!(toolhost.bytes(&format!("many/{}", count - 1)), b"x\n");
    }
}

#[test]
fn over_sixty_four_kibibytes_no_entry_has_content() {
    let line = "x".repeat(480);
    for (count, has_content) in [(50, true), (75, false)] {
        let toolhost = Toolhost::new();
        let entries = entries(&toolhost, &many(count, &[&line, &line]));
        assert_eq!(entries.len(), count);
        for entry in &entries {
            assert_eq!(number(entry, "additions"), 2);
            assert_eq!(entry["content"].is_string(), has_content, "{count}: {entry}");
        }
    }
}

#[test]
fn a_diff_that_is_larger_than_the_answer_is_shortened_and_its_file_is_told() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let text = add("wide", &vec!["x".repeat(300); 150]);
    // 40,000 bytes by default.
    let result = lines.call("apply_patch", &json!({"patch": text}));
    let entry = only_entry(&result);
    assert_eq!((&entry["path"], &entry["operation"]), (&json!("wide"), &json!("created")));
    assert_eq!((&entry["truncated"], number(entry, "additions")), (&json!(true), 150));
    assert!(result["omitted_items"].is_null(), "{result}");
    let size = result.to_string().len();
    assert!((39_000..=40_000).contains(&size), "{size} bytes");
    let last = content(entry).lines().last().unwrap();
    assert!(last.starts_with("… ") && last.ends_with(" lines left out …"), "{last}");
    // Where there is no room for any diff, what was done is still told of each file.
    let arguments = json!({"patch": many(20, &["x", "y"]), "max_output_tokens": 550});
    let result = lines.call("apply_patch", &arguments);
    assert_eq!(operations(&result).len(), 20, "{result}");
    assert!(result["omitted_items"].is_null(), "{result}");
}

#[test]
fn what_does_not_fit_the_budget_is_left_out_and_counted() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let arguments = json!({"patch": many(1000, &["x"]), "max_output_tokens": 2000});
    let result = lines.call("apply_patch", &arguments);
    let shown = result["diff"].as_array().unwrap_or_else(|| panic!("{result}")).len();
    assert!(shown > 0 && shown < 1000, "{shown}");
    assert_eq!(result["truncated"], true, "{shown}");
    assert_eq!(number(&result, "omitted_items"), 1000 - shown as u64);
    assert!(result.to_string().len() <= 8000);
    assert_eq!(toolhost.bytes("many/999"), b"x\n");
}

#[test]
fn clients_of_mcp_see_the_diff_in_either_form() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\ntwo\n");
    let mut mcp = Mcp::initialized(&toolhost);
    let arguments = json!({"patch": update("f", &["@@", "-one", "+ONE"])});
    let answer = mcp.request("tools/call", &json!({"name": "apply_patch", "arguments": arguments}));
    let result = &answer["result"];
    assert_eq!(result["isError"], false, "{answer}");
    assert_eq!(operations(&result["structuredContent"]), [("f", "updated")]);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(["updated", "+ONE", "-one"].iter().all(|part| text.contains(part)), "{text}");
}

/// What the tool returns is what its schema says.
#[test]
fn every_field_of_a_result_is_declared() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\ntwo\n");
    let mut mcp = Mcp::initialized(&toolhost);
    let listed = mcp.request("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == "apply_patch").unwrap_or_else(|| panic!("{listed}"));
    let mut schema = tool["outputSchema"].clone();
    schema["additionalProperties"] = json!(false);
    let schema = jsonschema::validator_for(&schema).unwrap();
    for text in [
        update("f", &["@@", "-one", "+ONE"]),
        update("f", &["@@", "-ONE", "+ONE"]),
        update("f", &["@@", "-nowhere"]),
        patch(&["*** Update File: f", "*** Move to: g"]),
        "nonsense".to_owned(),
        many(201, &["x"]),
    ] {
        let result = mcp.call("apply_patch", &json!({"patch": text}));
        let faults: Vec<String> = schema.iter_errors(&result).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?} in {result}");
    }
}

/// The declaration of the tool in a format.
fn declared(toolhost: &Toolhost, format: &str) -> Value {
    let ran = toolhost.run(&["tools", "--format", format]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let tools = ran.json();
    let list = if format == "gemini" { &tools[0]["functionDeclarations"] } else { &tools };
    let name = |tool: &Value| tool["name"].as_str().or(tool["function"]["name"].as_str()).map(str::to_owned);
    let tool = list.as_array().unwrap().iter().find(|tool| name(tool).as_deref() == Some("apply_patch"));
    tool.unwrap_or_else(|| panic!("{format}: {tools}")).clone()
}

#[test]
fn the_responses_api_gets_a_custom_tool_with_a_grammar() {
    let tool = declared(&Toolhost::new(), "openai-responses");
    assert_eq!((&tool["type"], &tool["name"]), (&json!("custom"), &json!("apply_patch")));
    assert!(tool["description"].as_str().is_some_and(|text| text.contains("patch")), "{tool}");
    assert!(tool.get("parameters").is_none() && tool.get("strict").is_none(), "{tool}");
    let format = &tool["format"];
    assert_eq!((&format["type"], &format["syntax"]), (&json!("grammar"), &json!("lark")));
    let grammar = format["definition"].as_str().unwrap();
    assert!(grammar.lines().any(|line| line.starts_with("start:")), "{grammar}");
    for token in [
        "*** Begin Patch",
        "*** End Patch",
        "*** Add File: ",
        "*** Delete File: ",
        "*** Update File: ",
        "*** Move to: ",
        "*** End of File",
        "@@",
    ] {
        assert!(grammar.contains(token), "{token}: {grammar}");
    }
}

#[test]
fn other_apis_get_a_function_of_one_text() {
    let toolhost = Toolhost::new();
    for (format, kind, pointer) in [
        ("openai-chat", Some("function"), "/function/parameters"),
        ("anthropic", None, "/input_schema"),
        ("gemini", None, "/parametersJsonSchema"),
        ("mcp", None, "/inputSchema"),
    ] {
        let tool = declared(&toolhost, format);
        assert_eq!(tool["type"].as_str(), kind, "{format}: {tool}");
        let schema = tool.pointer(pointer).unwrap_or_else(|| panic!("{format}: {tool}"));
        assert_eq!(schema["type"], "object", "{format}");
        assert_eq!(schema["properties"]["patch"]["type"], "string", "{format}: {schema}");
        assert_eq!(schema["additionalProperties"], false, "{format}");
        assert!(!tool.to_string().contains("\"grammar\""), "{format}: {tool}");
    }
    // A client that asks before it lets a tool write is told that this one does.
    let tool = declared(&toolhost, "mcp");
    assert_ne!(tool["annotations"]["readOnlyHint"], true, "{tool}");
    assert_ne!(tool["annotations"]["destructiveHint"], false, "{tool}");
}
