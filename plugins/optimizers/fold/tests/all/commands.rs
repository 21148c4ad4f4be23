//! What a command says of its output, and what becomes of that.

use crate::support::{each, left};

#[test]
fn programs_that_pass_on_or_print_little_switch_nothing_off() {
    let compiled = each("   Compiling crate-# v1.0.#", 20);
    for command in [
        "cargo test; echo \"exit: $?\"",
        "cargo test 2>&1 | tee test.log",
        "cargo test 2>&1 | tail -100",
        "cargo test 2>&1 | head -n 50",
        "cargo test 2>&1 | cat",
        "cargo test && ls",
        "printf 'testing\\n' && cargo test",
        "cat > x <<'EOF'\na\nEOF\ncargo test",
    ] {
        let output = left(command, &[&compiled]);
        assert_eq!(output.as_deref(), Some("… 20 lines of progress left out\n"), "{command}");
    }
}

#[test]
fn texts_answers_and_what_inline_scripts_print_stay() {
    let noise = [
        each("   Compiling crate-# v1.0.#", 20),
        each("test a_# ... ok", 20),
        "2025-11-30 12:00:01 waiting\n".repeat(20),
    ];
    for command in [
        "cat log",
        "cargo test; cat log",
        "tail -100 log",
        "cargo test | grep ok",
        "sqlite3 x.db \"select log from runs\"",
        "psql -c 'select log from runs'",
        "curl https://h/log",
        "python3 - <<EOF\nprint(open('log').read())\nEOF",
        "python3 -c 'print(1)'",
        "node -e 'console.log(1)'",
        "ls",
        "for i in 1 2 3; do echo waiting; done",
    ] {
        for text in &noise {
            assert_eq!(left(command, &[text]), None, "{command}: {text}");
        }
    }
}

#[test]
fn what_a_command_line_prints_itself_stays() {
    let command =
        "npm ci; for x in a b c d; do echo \"npm http fetch GET 200 $x\"; done; echo 'Fresh x v1.0.0'";
    let said = each("npm http fetch GET 200 #", 9) + &"Fresh x v1.0.0\n".repeat(9);
    let printed = each("Fresh y# v1.0.0", 9);
    let output = left(command, &[&said, &printed]);
    assert_eq!(output, Some(said + "… 9 lines of progress left out\n"));
}
