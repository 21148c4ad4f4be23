//! Clients over HTTP on loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResult, ProtocolVersion};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use toolhost_mcp::{HttpOptions, ServeError, serve_http};

use crate::support::{Fixture, TOOLS, fixture};

const TOKEN: &str = "correct-horse-battery-staple";

struct Server {
    address: SocketAddr,
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), ServeError>>,
}

async fn serve(fixture: &Fixture, change: impl FnOnce(&mut HttpOptions)) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut options = HttpOptions::new(listener, TOKEN.to_owned());
    change(&mut options);
    let shutdown = CancellationToken::new();
    let task = tokio::spawn(serve_http(Arc::clone(&fixture.host), options, shutdown.clone()));
    Server { address, shutdown, task }
}

type Running = RunningService<RoleClient, ()>;

fn initialize() -> ClientLifecycleMode {
    ClientLifecycleMode::Initialize
}

fn discover() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

impl Server {
    async fn client(&self, lifecycle: ClientLifecycleMode) -> Running {
        let uri = format!("http://{}/mcp", self.address);
        let config = StreamableHttpClientTransportConfig::with_uri(uri).auth_header(TOKEN);
        ().serve_with_lifecycle(StreamableHttpClientTransport::from_config(config), lifecycle).await.unwrap()
    }

    /// Sends a request as it stands and leaves the connection open.
    async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut request = format!("{method} /mcp HTTP/1.1\r\ncontent-length: {}\r\n", body.len());
        let host = self.address.to_string();
        let defaults = [
            ("host", host.as_str()),
            ("connection", "close"),
            ("authorization", concat!("Bearer ", "correct-horse-battery-staple")),
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
        ];
        let defaults = defaults.iter().filter(|(name, _)| headers.iter().all(|(given, _)| given != name));
        for (name, value) in headers.iter().chain(defaults).filter(|(_, value)| !value.is_empty()) {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that refuses a request need not read it whole.
        let _ = stream.write_all(format!("{request}\r\n{body}").as_bytes()).await;
        stream
    }

    /// Sends a request and reads the whole response: its status, head and body.
    async fn ask(&self, method: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = self.send(method, headers, body).await;
        let mut response = Vec::new();
        let end = stream.read_to_end(&mut response).await;
        let response = String::from_utf8(response).unwrap();
        assert!(end.is_ok() || !response.is_empty(), "{end:?}");
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
    }

    /// Opens a session by hand and returns its id.
    async fn session(&self) -> String {
        let (status, head, _) = self.ask("POST", &[], &initialize_body()).await;
        assert_eq!(status, 200);
        let line = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
        line.unwrap().to_owned()
    }
}

fn initialize_body() -> String {
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string()
}

fn call_body(tool: &str, arguments: Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        .to_string()
}

/// The message in a body of events.
fn message(body: &str) -> Value {
    let data = body.lines().filter_map(|line| line.strip_prefix("data: ")).find(|data| data.starts_with('{'));
    serde_json::from_str(data.unwrap_or_else(|| panic!("no message in {body:?}"))).unwrap()
}

async fn call(client: &Running, tool: &'static str, arguments: Value) -> CallToolResult {
    let arguments: Map<String, Value> = serde_json::from_value(arguments).unwrap();
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap()
}

async fn start(client: &Running, command: &str) -> u64 {
    let result =
        call(client, "exec_command", json!({"cmd": command, "tty": true, "yield_time_ms": 1000})).await;
    let result = result.structured_content.unwrap();
    result["session_id"].as_u64().unwrap_or_else(|| panic!("{result}"))
}

/// What polling a command gives: its result, or the code of the error.
async fn poll(client: &Running, session: u64, chars: &str) -> Result<Value, String> {
    let poll = json!({"session_id": session, "chars": chars, "yield_time_ms": 1000});
    let result = call(client, "write_stdin", poll).await.structured_content.unwrap();
    match result.get("error") {
        None => Ok(result),
        Some(error) => Err(error["code"].as_str().unwrap().to_owned()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_client_list_and_call() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    for lifecycle in [initialize(), discover()] {
        let client = server.client(lifecycle).await;
        let tools = client.list_all_tools().await.unwrap();
        assert_eq!(tools.iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>(), TOOLS);
        let result = call(&client, "exec_command", json!({"cmd": "printf hello"})).await;
        assert_eq!(result.structured_content.unwrap()["output"], "hello");
        call(&client, "test_tool_with_progress", json!({})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_delivered_does_not_come_again() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    for lifecycle in [initialize(), discover()] {
        let client = server.client(lifecycle).await;
        let session = start(&client, "printf first; read line; printf second; read line").await;
        let mut seen = String::new();
        let mut chars = "\n";
        while !seen.contains("second") {
            seen.push_str(poll(&client, session, chars).await.unwrap()["output"].as_str().unwrap());
            chars = "";
        }
        assert!(!seen.contains("first"), "{seen:?}");
        assert_eq!(seen.matches("second").count(), 1, "{seen:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_see_nothing_of_each_other() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    let (one, other) = (server.client(initialize()).await, server.client(initialize()).await);
    let newest = server.client(discover()).await;
    let sessions = [
        start(&one, "sleep 1000").await,
        start(&other, "sleep 1000").await,
        start(&newest, "sleep 1000").await,
    ];
    for (reader, client) in [&one, &other, &newest].into_iter().enumerate() {
        for (owner, session) in sessions.iter().enumerate() {
            let seen = poll(client, *session, "").await;
            assert_eq!(seen.is_ok(), reader == owner, "{reader} of {owner}: {seen:?}");
        }
    }
    // Requests of the newest version have no sessions: the token is one client.
    let again = server.client(discover()).await;
    poll(&again, sessions[2], "").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_token_and_the_right_names_pass() {
    let fixture = fixture();
    let server = serve(&fixture, |options| {
        options.allowed_hosts = vec!["tools.example".to_owned()];
        options.allowed_origins = vec!["https://app.example:443".to_owned()];
    })
    .await;
    let port = server.address.port();
    let (ours, local) = (format!("tools.example:{port}"), format!("localhost:{port}"));
    for (header, value, expected) in [
        ("authorization", "", 401),
        ("authorization", "Bearer wrong", 401),
        ("authorization", "Basic correct-horse-battery-staple", 401),
        ("host", "evil.example", 403),
        ("host", ours.as_str(), 200),
        ("host", local.as_str(), 200),
        ("origin", "https://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://localhost:3000", 200),
        ("origin", "http://localhost.evil.example", 403),
        ("origin", "https://app.example", 200),
        ("content-type", "text/plain", 415),
    ] {
        let (status, head, _) = server.ask("POST", &[(header, value)], &initialize_body()).await;
        assert_eq!(status, expected, "{header}: {value}");
        assert_eq!(head.contains("www-authenticate: bearer realm=\"toolhost\""), expected == 401, "{head}");
    }
    let (status, ..) = server.ask("GET", &[("authorization", "")], "").await;
    assert_eq!(status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_have_a_bound() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    for (size, expected) in [(7 << 20, 200), (9 << 20, 413)] {
        let mut body = initialize_body();
        body.push_str(&" ".repeat(size));
        assert_eq!(server.ask("POST", &[], &body).await.0, expected, "{size}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_session_ends_its_commands() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    let session = server.session().await;
    let headers = [("mcp-session-id", session.as_str())];
    let command = call_body("exec_command", json!({"cmd": "sleep 1000", "yield_time_ms": 250}));
    let (status, _, body) = server.ask("POST", &headers, &command).await;
    assert_eq!(status, 200);
    assert!(message(&body)["result"]["structuredContent"]["session_id"].is_u64(), "{body}");
    assert!(!fixture.is_quiet());
    let (status, ..) = server.ask("DELETE", &headers, "").await;
    assert_eq!(status, 202);
    assert!(fixture.is_quiet());
    assert_eq!(server.ask("POST", &headers, &command).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_have_a_bound() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    let first = server.session().await;
    for _ in 1..256 {
        server.session().await;
    }
    let (status, _, body) = server.ask("POST", &[], &initialize_body()).await;
    assert_eq!(status, 500);
    assert!(body.contains("256 sessions are open") && body.contains("DELETE"), "{body}");
    let headers = [("mcp-session-id", first.as_str())];
    assert_eq!(server.ask("DELETE", &headers, "").await.0, 202);
    server.session().await;
}

/// The connection breaks while a command runs; the client asks for the rest of the stream, and gets the answer that
/// the command has only afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn a_broken_stream_is_resumed() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    let session = server.session().await;
    let session = ("mcp-session-id", session.as_str());
    let go = fixture.folder.path().join("go");
    let command =
        json!({"cmd": "while [ ! -e go ]; do sleep 0.05; done; echo went", "yield_time_ms": 30_000});
    let mut connection = server.send("POST", &[session], &call_body("exec_command", command)).await;
    let event = first_event_id(&mut connection).await;
    fixture.until_busy().await;
    drop(connection);

    let resumed = server.send("GET", &[session, ("last-event-id", event.as_str())], "").await;
    std::fs::write(go, "").unwrap();
    let answer = line(resumed, |line| line.starts_with("data: {")).await;
    let answer: Value = serde_json::from_str(answer.strip_prefix("data: ").unwrap()).unwrap();
    let result = &answer["result"]["structuredContent"];
    assert_eq!((&result["output"], &result["exit_code"]), (&json!("went\n"), &json!(0)), "{answer}");
}

async fn first_event_id(stream: &mut TcpStream) -> String {
    line(stream, |line| line.starts_with("id: ")).await[4..].to_owned()
}

/// The first line of a response that is wanted.
async fn line(stream: impl AsyncRead + Unpin, wanted: impl Fn(&str) -> bool) -> String {
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if wanted(&line) {
            return line;
        }
    }
    panic!("the response ended without the line that was wanted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_connection_of_the_newest_version_is_a_cancellation() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    let headers =
        [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", "exec_command")];
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "exec_command",
        "arguments": {"cmd": "sleep 1000", "yield_time_ms": 30_000},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    }});
    let connection = server.send("POST", &headers, &body.to_string()).await;
    fixture.until_busy().await;
    drop(connection);
    fixture.until_quiet().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_clients_end() {
    let fixture = fixture();
    let server = serve(&fixture, |options| options.idle = Duration::from_secs(2)).await;
    for lifecycle in [initialize(), discover()] {
        let client = server.client(lifecycle).await;
        start(&client, "sleep 1000").await;
        fixture.until_quiet().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_ends_every_client() {
    let fixture = fixture();
    let server = serve(&fixture, |_| {}).await;
    let (one, newest) = (server.client(initialize()).await, server.client(discover()).await);
    start(&one, "sleep 1000").await;
    start(&newest, "sleep 1000").await;
    server.shutdown.cancel();
    server.task.await.unwrap().unwrap();
    assert!(fixture.is_quiet());
}
