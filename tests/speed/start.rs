//! From the start of an MCP server to its list of tools, against a server of the reference kind on Node.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::fixture::{median, program, ratio};

const ROUNDS: usize = 15;

/// Version of `@modelcontextprotocol/server-filesystem` that is measured; `scripts/bench` installs it.
const PEER: &str = "../../target/bench/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";

const OPENING: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","#,
    r#""capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    "\n"
);

pub(crate) fn run() {
    let peer = Path::new(env!("CARGO_MANIFEST_DIR")).join(PEER);
    let home = tempfile::tempdir().unwrap();
    let server = |cold: bool| {
        if cold {
            let _ = std::fs::remove_dir_all(home.path().join(".cache"));
        }
        let mut command = Command::new(program());
        command.arg("mcp").env("HOME", home.path()).env_remove("XDG_CACHE_HOME").env_remove("XDG_STATE_HOME");
        command
    };
    let mut warm = Vec::new();
    let mut cold = Vec::new();
    let mut node = Vec::new();
    to_list(server(true));
    for _ in 0..ROUNDS {
        warm.push(to_list(server(false)));
        if peer.exists() {
            let mut command = Command::new("node");
            command.arg(&peer).arg(home.path());
            node.push(to_list(command));
        }
    }
    for _ in 0..ROUNDS {
        cold.push(to_list(server(true)));
    }
    let (warm, cold) = (median(warm), median(cold));
    print!("start  {warm:?} to tools/list, {cold:?} with an empty cache (at most 100 ms)");
    if node.is_empty() {
        println!("; no peer: `scripts/bench` installs it");
    } else {
        let node = median(node);
        println!("; server-filesystem on Node {node:?}; {:.1} times faster (at least 10)", ratio(node, warm));
    }
}

/// Starts a server and asks for its tools; the time until they came.
fn to_list(mut command: Command) -> Duration {
    let start = Instant::now();
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(OPENING.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let listed =
        lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("\"id\":2"))).unwrap().unwrap();
    let time = start.elapsed();
    assert!(listed.contains("\"tools\""), "{listed}");
    drop(stdin);
    let _ = child.wait();
    time
}
