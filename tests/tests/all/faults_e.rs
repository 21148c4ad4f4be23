//! Reported faults of output: one test a row of the table that they were collected in, named after the row.
//!
//! Rows without a test here: E13 is about code pages of Windows.

use std::fs;

use serde_json::json;

use crate::support::processes::peak_memory;
use crate::support::result::{ended, number};
use crate::support::{Lines, Toolhost};

#[test]
fn e1_the_end_of_a_long_output_is_kept_where_the_error_is() {
    let toolhost = Toolhost::new();
    let cmd = "for i in $(seq 1400); do printf 'log line %04d %050d\\n' $i 0; done; echo FATAL x";
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd}));
    let (output, code) = ended(&result);
    assert_eq!(code, 0);
    assert!(output.starts_with("log line 0001 "), "{output}");
    assert!(output.ends_with("\nFATAL x\n"), "{output}");
    assert_eq!(result["truncated"], true);
}

#[test]
fn e2_what_was_left_out_is_counted_and_can_be_had() {
    let toolhost = Toolhost::new();
    let cmd = "yes 0123456789abcde | head -c 2097152";
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd}));
    let output = ended(&result).0;
    let (head, rest) = output.split_once("[… ").unwrap();
    let (marker, tail) = rest.split_once(" …]\n").unwrap();
    let omitted = 2_097_152 - (head.len() + tail.len()) as u64;
    assert_eq!(number(&result, "total_output_bytes"), 2_097_152);
    assert_eq!(number(&result, "omitted_output_bytes"), omitted);
    assert_eq!(number(&result, "original_token_count"), 2_097_152 / 4);
    let spool = result["spool_path"].as_str().unwrap();
    let said = format!(
        "{omitted} bytes, {} lines, about {} tokens omitted; whole output: {spool}",
        omitted / 16,
        omitted.div_ceil(4)
    );
    assert_eq!(marker, said);
    let whole = fs::read_to_string(spool).unwrap();
    assert_eq!(whole, "0123456789abcde\n".repeat(131_072));
}

#[test]
fn e4_an_answer_during_heavy_output_is_within_its_budget() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let arguments =
        json!({"cmd": "while :; do seq 1000; done", "yield_time_ms": 1000, "max_output_tokens": 1000});
    let mut result = lines.call("exec_command", &arguments);
    let id = number(&result, "session_id");
    for _ in 0..3 {
        assert!(result.to_string().len() <= 4000, "{}", result.to_string().len());
        let output = result["output"].as_str().unwrap();
        assert_eq!(output.matches("[… ").count(), 1, "{output}");
        let shown = output.lines().filter(|line| line.parse::<u32>().is_ok()).count();
        assert!(shown > 200, "{shown} numbers");
        let arguments = json!({"session_id": id, "chars": "", "max_output_tokens": 1000});
        result = lines.call("write_stdin", &arguments);
    }
}

#[test]
fn e5_a_gap_is_visible() {
    let toolhost = Toolhost::new();
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": "seq 300000"}));
    let output = ended(&result).0;
    let (mut numbers, mut gaps) = (Vec::new(), Vec::new());
    for line in output.lines() {
        match line.parse::<u32>() {
            Ok(number) => numbers.push(number),
            Err(_) => gaps.push((line, *numbers.last().unwrap())),
        }
    }
    let [(marker, before)] = gaps[..] else { panic!("{gaps:?}") };
    assert!(marker.starts_with("[… ") && marker.ends_with(" …]"), "{marker}");
    let jumps: Vec<u32> =
        numbers.windows(2).filter(|pair| pair[0] + 1 != pair[1]).map(|pair| pair[0]).collect();
    assert_eq!(jumps, [before]);
    assert_eq!((numbers[0], numbers[numbers.len() - 1]), (1, 300_000));
}

#[test]
fn e6_a_character_that_comes_in_pieces_is_one_character() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for tty in [false, true] {
        let cmd = r"printf 'a \xe2'; sleep .1; printf '\x80\x94 b'";
        let result = lines.call("exec_command", &json!({"cmd": cmd, "tty": tty}));
        assert_eq!(ended(&result), ("a — b", 0));
        // Also where an answer comes between the pieces.
        let cmd = r"printf 'a \xe2'; read x <f; printf '\x80\x94 b'";
        lines.exec("rm -f f; mkfifo f");
        let (id, before) = lines.start_command(cmd, tty);
        assert_eq!(before, "a ");
        lines.exec("echo >f");
        assert_eq!(ended(&lines.type_to_end(id, "")), ("— b", 0));
    }
}

#[test]
fn e9_colours_do_not_reach_the_model() {
    let toolhost = Toolhost::new();
    let cmd = r"printf '\033[31mred\033[0m\n'";
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd}));
    assert_eq!(ended(&result), ("red\n", 0));
    assert_eq!(number(&result, "total_output_bytes"), 13);
    // The spool keeps them.
    let cmd = format!("{cmd}; seq 2000");
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd, "max_output_tokens": 500}));
    let spool = fs::read(result["spool_path"].as_str().unwrap()).unwrap();
    assert!(spool.starts_with(b"\x1b[31mred\x1b[0m\n1\n2\n"));
}

#[test]
fn e10_escapes_hide_nothing() {
    let toolhost = Toolhost::new();
    let cmd = r"printf 'ok\033[2K\033[1A'";
    let (_, result) = toolhost.call("exec_command", &json!({"cmd": cmd}));
    assert_eq!(ended(&result), ("ok", 0));
}

#[test]
fn e12_memory_is_flat_whatever_is_printed() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    assert_eq!(lines.exec("true")["exit_code"], 0);
    let before = peak_memory(lines.pipe.pid());
    let result = lines.exec("head -c 192M /dev/urandom | base64");
    assert_eq!(ended(&result).1, 0);
    assert!(number(&result, "total_output_bytes") > 256 << 20);
    let grown = peak_memory(lines.pipe.pid()) - before;
    assert!(grown < 64 << 20, "{grown} bytes");
}

#[test]
fn e14_e15_a_terminal_has_a_sensible_size() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "stty size; tput cols", "tty": true});
    let (_, result) = toolhost.call("exec_command", &arguments);
    assert_eq!(ended(&result), ("24 120\n120\n", 0));
}

#[test]
fn e16_a_terminal_is_a_real_one_and_a_pipe_a_dumb_one() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let cmd = "echo $TERM; tput clear >/dev/null; echo $?";
    let on_terminal = lines.call("exec_command", &json!({"cmd": cmd, "tty": true}));
    assert_eq!(ended(&on_terminal), ("xterm-256color\n0\n", 0));
    assert_eq!(ended(&lines.exec("echo $TERM")), ("dumb\n", 0));
}

#[test]
fn e17_there_is_a_terminal_only_if_it_was_asked_for() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for (tty, expected) in [(false, "1 1 1\n"), (true, "0 0 0\n")] {
        let cmd = "for fd in 0 1 2; do test -t $fd; codes=\"$codes$?\"; [ $fd = 2 ] || codes=\"$codes \"; done; echo \"$codes\"";
        let result = lines.call("exec_command", &json!({"cmd": cmd, "tty": tty}));
        assert_eq!(ended(&result), (expected, 0));
    }
}

#[test]
fn e18_bytes_that_are_no_text_are_shown_as_such() {
    let toolhost = Toolhost::new();
    let (status, result) = toolhost.call("exec_command", &json!({"cmd": r"printf '\xff\xfe'"}));
    assert_eq!((status, ended(&result)), (0, ("\u{fffd}\u{fffd}", 0)));
    assert_eq!(number(&result, "total_output_bytes"), 2);
}
