//! The same, line by line.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use toolhost_mcp::{ServeError, serve_streams};

use crate::support::{Fixture, TOOLS, fixture};

struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Wire {
    fn open(fixture: &Fixture) -> Wire {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(theirs);
        let serving = serve_streams(Arc::clone(&fixture.host), reader, writer, CancellationToken::new());
        let server = tokio::spawn(serving);
        let (reader, writer) = tokio::io::split(ours);
        Wire { lines: BufReader::new(reader).lines(), writer, server }
    }

    async fn initialized(fixture: &Fixture) -> Wire {
        let mut wire = Wire::open(fixture);
        let answer = wire.ask(json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        }}));
        assert_eq!(answer.await["result"]["protocolVersion"], "2025-06-18");
        wire.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        wire
    }

    async fn say(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.lines.next_line().await.unwrap().unwrap()).unwrap()
    }

    async fn ask(&mut self, request: Value) -> Value {
        self.say(&request.to_string()).await;
        self.hear().await
    }
}

fn ping(id: i64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "ping"})
}

fn call(id: i64, tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

/// What every request of 2026-07-28 carries.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_version_that_has_initialize_is_spoken() {
    let fixture = fixture();
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let mut wire = Wire::open(&fixture);
        let answer = wire
            .ask(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                "protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
            }}))
            .await;
        assert_eq!(answer["result"]["protocolVersion"], given);
        assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
        assert_eq!(answer["result"]["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn discovery_is_answered_first_and_leaves_both_ways_open() {
    let fixture = fixture();
    let mut wire = Wire::open(&fixture);
    let discover =
        json!({"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": {"_meta": meta()}});
    let answer = wire.ask(discover.clone()).await;
    assert!(
        answer["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")),
        "{answer}"
    );
    // Nothing is open yet; notifications are no reason to end.
    wire.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#).await;
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta()}});
    let answer = wire.ask(list).await;
    assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), TOOLS.len());
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["ttlMs"], 0);

    let mut wire = Wire::open(&fixture);
    wire.ask(discover).await;
    let answer = wire.ask(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    assert_eq!(answer["error"]["code"], -32602, "a request of no version: {answer}");
    let initialize = json!({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
    }});
    assert_eq!(wire.ask(initialize).await["result"]["protocolVersion"], "2025-06-18");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_request_is_answered_and_survived() {
    let fixture = fixture();
    let mut wire = Wire::initialized(&fixture).await;
    let long = format!("{{\"x\":\"{}\"}}", "x".repeat(17 << 20));
    for (line, code, id) in [
        ("{\"jsonrpc\":", -32700, json!(null)),
        ("\u{feff}nonsense", -32700, json!(null)),
        ("[]", -32600, json!(null)),
        (r#"{"id":4,"method":"ping"}"#, -32600, json!(4)),
        (long.as_str(), -32600, json!(null)),
        (r#"{"jsonrpc":"2.0","id":5,"method":"no/such"}"#, -32601, json!(5)),
        (r#"{"jsonrpc":"2.0","id":6,"method":"resources/list"}"#, -32601, json!(6)),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":[]}}"#,
            -32602,
            json!(7),
        ),
        (
            r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"x","arguments":"y"}}"#,
            -32602,
            json!(8),
        ),
        (r#"{"jsonrpc":"2.0","id":9,"method":"tools/call"}"#, -32602, json!(9)),
        (r#"{"jsonrpc":"2.0","id":10,"method":"tools/list","params":{"cursor":"x"}}"#, -32602, json!(10)),
    ] {
        let shown = &line[..line.len().min(80)];
        wire.say(line).await;
        let answer = wire.hear().await;
        assert_eq!(answer["error"]["code"], code, "{shown}: {answer}");
        assert_eq!(answer["id"], id, "{shown}: {answer}");
    }
    for ignored in ["", "  ", r#"{"jsonrpc":"2.0","method":"no/such"}"#, r#"{"method":"x"}"#] {
        wire.say(ignored).await;
    }
    assert_eq!(wire.ask(ping(20)).await, json!({"jsonrpc": "2.0", "id": 20, "result": {}}));
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_grows_and_comes_before_the_answer() {
    let fixture = fixture();
    let mut wire = Wire::initialized(&fixture).await;
    let mut request = call(1, "test_tool_with_progress", json!({}));
    request["params"]["_meta"] = json!({"progressToken": "p"});
    wire.say(&request.to_string()).await;
    let mut progress = Vec::new();
    let answer = loop {
        let heard = wire.hear().await;
        if heard.get("id").is_some() {
            break heard;
        }
        assert_eq!(heard["method"], "notifications/progress");
        assert_eq!(heard["params"]["progressToken"], "p");
        assert_eq!(heard["params"]["total"], 100.0);
        progress.push(heard["params"]["progress"].as_f64().unwrap());
    };
    assert_eq!(answer["result"]["isError"], false);
    assert!(progress.ends_with(&[50.0, 100.0]), "{progress:?}");
    assert!(progress.is_sorted_by(|one, next| one < next), "{progress:?}");
    // Without a token there is none, and none comes late.
    assert_eq!(wire.ask(call(2, "test_tool_with_progress", json!({}))).await["id"], 2);
    assert_eq!(wire.ask(ping(3)).await["id"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_request_has_no_answer() {
    let fixture = fixture();
    let mut wire = Wire::initialized(&fixture).await;
    wire.say(&call(1, "exec_command", json!({"cmd": "sleep 1000", "yield_time_ms": 30_000})).to_string())
        .await;
    fixture.until_busy().await;
    wire.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    fixture.until_quiet().await;
    assert_eq!(wire.ask(ping(2)).await["id"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_a_closed_stream_are_still_answered() {
    let fixture = fixture();
    let mut wire = Wire::initialized(&fixture).await;
    // Compiled before, so that it is quick.
    wire.ask(call(1, "test_simple_text", json!({}))).await;
    // The last line has no end.
    wire.writer.write_all(call(2, "test_simple_text", json!({})).to_string().as_bytes()).await.unwrap();
    wire.writer.shutdown().await.unwrap();
    assert_eq!(wire.hear().await["result"]["isError"], false);
    assert_eq!(wire.lines.next_line().await.unwrap(), None);
    wire.server.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_dies_leaves_nothing() {
    let fixture = fixture();
    let mut wire = Wire::initialized(&fixture).await;
    wire.say(&call(1, "exec_command", json!({"cmd": "sleep 1000", "yield_time_ms": 30_000})).to_string())
        .await;
    fixture.until_busy().await;
    let Wire { lines, writer, server } = wire;
    drop((lines, writer));
    server.await.unwrap().unwrap();
    fixture.until_quiet().await;
}
