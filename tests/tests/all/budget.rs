//! The budget of an answer: what is kept, what the marker says, and where the rest is.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::result::{ended, number};
use crate::support::{Lines, Mcp, Toolhost};

/// Splits a cut output into head, marker and tail.
fn cut(output: &str) -> (&str, &str, &str) {
    let (head, rest) = output.split_once("[… ").unwrap_or_else(|| panic!("not cut: {output}"));
    let (marker, tail) = rest.split_once(" …]\n").unwrap();
    assert!(head.is_empty() || head.ends_with('\n'), "the marker stands on a line of its own");
    (head, marker, tail)
}

const FAILING: &str =
    "for i in $(seq 1400); do printf 'log line %04d %050d\\n' $i 0; done; echo FATAL x; exit 3";

#[test]
fn head_and_tail_are_kept_and_the_marker_counts_the_rest() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for tokens in [500_u64, 2000, 10_000] {
        let result = lines.call("exec_command", &json!({"cmd": FAILING, "max_output_tokens": tokens}));
        let (output, code) = ended(&result);
        assert_eq!(code, 3);
        let (head, marker, tail) = cut(output);
        assert!(head.starts_with("log line 0001 ") && tail.ends_with("FATAL x\n"), "{output}");

        let spool = result["spool_path"].as_str().unwrap();
        let whole = fs::read_to_string(spool).unwrap();
        assert!(whole.starts_with(head) && whole.ends_with(tail), "what is shown is what was printed");
        let omitted = &whole[head.len()..whole.len() - tail.len()];
        let expected = format!(
            "{} bytes, {} lines, about {} tokens omitted; whole output: {spool}",
            omitted.len(),
            omitted.lines().count(),
            omitted.len().div_ceil(4)
        );
        assert_eq!(marker, expected);
        assert_eq!(number(&result, "omitted_output_bytes"), omitted.len() as u64);
        assert_eq!(number(&result, "total_output_bytes"), whole.len() as u64);
        assert_eq!(number(&result, "original_token_count"), (whole.len() as u64).div_ceil(4));
        assert_eq!(result["truncated"], true);
        // The budget is of the whole answer, and is used.
        let size = result.to_string().len() as u64;
        assert!(size <= 4 * tokens && size > 3 * tokens, "{size} bytes for {tokens} tokens");
    }
}

#[test]
fn an_answer_within_its_budget_is_whole_and_says_so() {
    let toolhost = Toolhost::new();
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": "seq 100"}));
    let (output, _) = ended(&result);
    assert_eq!(output.lines().count(), 100);
    assert_eq!(number(&result, "total_output_bytes"), output.len() as u64);
    assert_eq!(number(&result, "original_token_count"), output.len().div_ceil(4) as u64);
    assert_eq!(
        (&result["truncated"], &result["omitted_output_bytes"], &result["spool_path"]),
        (&json!(false), &json!(0), &Value::Null)
    );
    assert!(result.as_object().unwrap().contains_key("spool_path"));
}

#[test]
fn the_smallest_budget_shows_the_typed_fields() {
    let toolhost = Toolhost::new();
    for cmd in [FAILING, "head -c 3000000 /dev/urandom; exit 3"] {
        let (status, result) = toolhost.call("exec_command", &json!({"cmd": cmd, "max_output_tokens": 1}));
        assert_eq!((status, ended(&result).1), (1, 3));
        assert_eq!(result["truncated"], true);
        assert!(ended(&result).0.len() <= 4, "{result}");
        let spool = fs::metadata(result["spool_path"].as_str().unwrap()).unwrap();
        assert_eq!(number(&result, "total_output_bytes"), spool.len());
    }
}

#[test]
fn binary_output_is_cut_as_any_other_and_spooled_as_it_is() {
    let toolhost = Toolhost::new();
    let bytes: Vec<u8> = (0..300_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let file = toolhost.write("binary", &bytes);
    for tokens in [200, 10_000, 50_000] {
        let arguments = json!({"cmd": format!("cat {}", file.display()), "max_output_tokens": tokens});
        let (_, result) = toolhost.call("exec_command", &arguments);
        assert_eq!(ended(&result).1, 0);
        assert!(result.to_string().len() <= 4 * tokens, "{} bytes", result.to_string().len());
        assert_eq!(fs::read(result["spool_path"].as_str().unwrap()).unwrap(), bytes);
        let (_, marker, _) = cut(ended(&result).0);
        assert!(
            marker.starts_with(&format!("{} bytes, ", number(&result, "omitted_output_bytes"))),
            "{marker}"
        );
    }
}

#[test]
fn one_long_line_is_cut_on_characters() {
    let toolhost = Toolhost::new();
    let cmd = "printf 'é%.0s' $(seq 30000)";
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd, "max_output_tokens": 1000}));
    let (head, _, tail) = cut(ended(&result).0);
    let (head, tail) = (head.trim_end(), tail.trim_end());
    assert!(!head.is_empty() && !tail.is_empty());
    assert!(head.chars().chain(tail.chars()).all(|character| character == 'é'));
    assert_eq!(number(&result, "omitted_output_bytes"), 60_000 - (head.len() + tail.len()) as u64);
}

#[test]
fn the_preview_is_plain_and_the_spool_is_not() {
    let toolhost = Toolhost::new();
    let cmd = r"printf '\033[1mbold\033[0m\r\n10%%\r50%%\r100%%\nnext\r\n'";
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd}));
    assert_eq!(ended(&result), ("bold\n100%\nnext\n", 0));
    assert_eq!(number(&result, "total_output_bytes"), 33);
}

#[test]
fn spools_are_for_the_user_alone() {
    let toolhost = Toolhost::new();
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": "seq 100000"}));
    let spool = Path::new(result["spool_path"].as_str().unwrap());
    assert!(spool.starts_with(toolhost.path("home/.state")), "{}", spool.display());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(spool), 0o600);
    let folders = spool.ancestors().skip(1).take_while(|folder| *folder != toolhost.path("home/.state"));
    for folder in folders {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
}

#[test]
fn text_for_models_is_the_body_under_a_short_header() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    let answer = mcp
        .request("tools/call", &json!({"name": "exec_command", "arguments": {"cmd": "echo body; exit 3"}}));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.ends_with("body\n") && text.lines().count() <= 4, "{text}");
    assert!(text.contains('3'), "the header has the exit code: {text}");
    assert_eq!(answer["result"]["structuredContent"]["output"], "body\n");
    assert_ne!(answer["result"]["isError"], true, "a command that fails is no error of the tool: {answer}");
    let arguments = json!({"cmd": FAILING, "max_output_tokens": 1000});
    let answer = mcp.request("tools/call", &json!({"name": "exec_command", "arguments": arguments}));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.len() <= 4000 && text.ends_with("FATAL x\n"), "{text}");
}

#[test]
fn an_observation_continues_where_the_last_answer_ended() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    lines.exec("mkfifo f");
    let id = lines.start_until("echo one; read x <f; echo two", false, "one\n");
    lines.exec("echo >f");
    let result = lines.type_to_end(id, "");
    assert_eq!(ended(&result), ("two\n", 0));
    assert_eq!(number(&result, "total_output_bytes"), 8);
}
