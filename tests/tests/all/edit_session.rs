//! A session as an agent has it: a crate whose tests fail is repaired by patches, over MCP, with a real cargo.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::result::failure;
use crate::support::{Mcp, Toolhost};

const FUNCTIONS: [(&str, &str, &str); 6] = [
    ("add", "a - b", "a + b"),
    ("subtract", "b - a", "a - b"),
    ("multiply", "a + b", "a * b"),
    ("larger", "a.min(b)", "a.max(b)"),
    ("smaller", "a.max(b)", "a.min(b)"),
    ("remainder", "a / b", "a % b"),
];

const TESTS: &str = "\
#[test]
fn all() {
    assert_eq!((add(7, 2), subtract(7, 2), multiply(7, 2)), (9, 5, 14));
    assert_eq!((larger(7, 2), smaller(7, 2), remainder(7, 2)), (7, 2, 1));
}
";

fn source() -> String {
    let functions = FUNCTIONS
        .map(|(name, wrong, _)| format!("pub fn {name}(a: i32, b: i32) -> i32 {{\n    {wrong}\n}}\n\n"));
    functions.concat() + TESTS
}

struct Session {
    mcp: Mcp,
}

impl Session {
    fn call(&mut self, tool: &str, arguments: &Value) -> (bool, Value) {
        let answer = self.mcp.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        (result["isError"] == json!(true), result["structuredContent"].clone())
    }

    /// Repairs one function.
    fn repair(&mut self, index: usize) -> (bool, Value) {
        let (name, wrong, right) = FUNCTIONS[index];
        let patch = format!(
            "*** Begin Patch\n*** Update File: src/lib.rs\n@@ pub fn {name}(a: i32, b: i32) -> i32 {{\n\
             -    {wrong}\n+    {right}\n*** End Patch\n"
        );
        self.call("apply_patch", &json!({ "patch": patch }))
    }

    /// Runs the tests of the crate to their end; their exit status and what they printed.
    fn test(&mut self) -> (i64, String) {
        let (_, mut result) =
            self.call("exec_command", &json!({"cmd": "cargo test --offline 2>&1", "yield_time_ms": 30_000}));
        let mut output = String::new();
        loop {
            output += result["output"].as_str().unwrap();
            let Some(id) = result["session_id"].as_u64() else { break };
            let look = json!({"session_id": id, "chars": "", "yield_time_ms": 30_000});
            result = self.call("write_stdin", &look).1;
        }
        (result["exit_code"].as_i64().unwrap(), output)
    }
}

#[test]
fn a_failing_crate_is_repaired_under_the_guard() {
    let mut toolhost = Toolhost::new();
    // The toolchain that these tests are built with.
    let cargo = std::env::var("CARGO").unwrap();
    let folder = Path::new(&cargo).parent().unwrap().display();
    toolhost.variable("PATH", &format!("{folder}:/usr/local/bin:/usr/bin:/bin"));
    toolhost.variable("RUSTC", &format!("{folder}/rustc"));
    std::fs::create_dir(toolhost.workspace().join("src")).unwrap();
    toolhost.write(
        "Cargo.toml",
        "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    toolhost.write("src/lib.rs", source());
    let mut session = Session { mcp: Mcp::initialized(&toolhost) };

    let (status, output) = session.test();
    assert!(status != 0 && output.contains("test all ... FAILED"), "{output}");
    for index in 0..4 {
        let (is_error, result) = session.repair(index);
        assert!(!is_error, "{result}");
        assert_eq!(result["diff"][0]["path"], "src/lib.rs", "{result}");
        assert_eq!(
            (&result["diff"][0]["additions"], &result["diff"][0]["deletions"]),
            (&json!(1), &json!(1))
        );
    }
    let before = std::fs::read(toolhost.workspace().join("src/lib.rs")).unwrap();
    let (is_error, result) = session.repair(4);
    assert!(is_error, "{result}");
    let (code, message) = failure(&result);
    assert!(code == "verification_required" && message.contains('4'), "{result}");
    assert!(result["error"]["hints"].to_string().contains("`cargo test`"), "{result}");
    assert_eq!(std::fs::read(toolhost.workspace().join("src/lib.rs")).unwrap(), before);

    // Reading is free, and verifies nothing.
    session.call("exec_command", &json!({"cmd": "cat src/lib.rs | head"}));
    assert!(session.repair(4).0);

    // The suite is red still, so one repair may follow, and one only.
    assert_ne!(session.test().0, 0);
    assert!(!session.repair(4).0);
    assert!(session.repair(5).0);
    assert_ne!(session.test().0, 0);
    assert!(!session.repair(5).0);
    let (status, output) = session.test();
    assert!(status == 0 && output.contains("test all ... ok"), "{output}");
}
