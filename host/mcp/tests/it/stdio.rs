//! One client on two streams, by the library's own client.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ErrorCode, ProtocolVersion,
    ServerResult,
};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceError};
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use serde_json::{Map, Value, json};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use toolhost_mcp::{ServeError, serve_streams};

use crate::support::{Fixture, TOOLS, fixture};

type Running = RunningService<RoleClient, ()>;

struct Served {
    client: Running,
    server: JoinHandle<Result<(), ServeError>>,
    shutdown: CancellationToken,
}

/// A client of the newest version, or of the last one that has `initialize`.
async fn serve(fixture: &Fixture, newest: bool) -> Served {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(theirs);
    let shutdown = CancellationToken::new();
    let server = tokio::spawn(serve_streams(Arc::clone(&fixture.host), reader, writer, shutdown.clone()));
    let lifecycle = if newest {
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
    } else {
        ClientLifecycleMode::Initialize
    };
    let client = ().serve_with_lifecycle(ours, lifecycle).await.unwrap();
    Served { client, server, shutdown }
}

fn params(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    let arguments: Map<String, Value> = serde_json::from_value(arguments).unwrap();
    CallToolRequestParams::new(tool).with_arguments(arguments)
}

async fn call(client: &Running, tool: &'static str, arguments: Value) -> CallToolResult {
    client.call_tool(params(tool, arguments)).await.unwrap()
}

fn structured(result: &CallToolResult) -> &Value {
    result.structured_content.as_ref().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_tools_in_the_order_of_the_profile() {
    let fixture = fixture();
    for newest in [false, true] {
        let served = serve(&fixture, newest).await;
        let tools = served.client.list_all_tools().await.unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names, TOOLS);
        let exec_command = serde_json::to_value(&tools[0]).unwrap();
        assert_eq!(exec_command["title"], "Run a command");
        assert_eq!(exec_command["annotations"]["destructiveHint"], true);
        assert_eq!(exec_command["_meta"], json!({"anthropic/maxResultSizeChars": 200_000}));
        assert_eq!(exec_command["inputSchema"]["additionalProperties"], false);
        assert_eq!(exec_command["inputSchema"]["properties"]["max_output_tokens"]["maximum"], 50_000);
        assert_eq!(exec_command["outputSchema"]["properties"]["exit_code"]["type"], "integer");
        let info = served.client.peer_info().unwrap();
        assert_eq!(info.server_info.as_ref().unwrap().name, "toolhost");
        assert!(!TOOLS.iter().any(|tool| info.instructions.as_ref().unwrap().contains(tool)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_a_tool() {
    let fixture = fixture();
    for newest in [false, true] {
        let served = serve(&fixture, newest).await;
        let result = call(&served.client, "exec_command", json!({"cmd": "printf hello; exit 3"})).await;
        assert_eq!(structured(&result)["output"], "hello");
        assert_eq!(structured(&result)["exit_code"], 3);
        assert!(result.content[0].as_text().unwrap().text.ends_with("hello"), "{:?}", result.content);
        let account = &result.meta.unwrap().0["toolhost/account"];
        assert!(account["peak_memory_bytes"].as_u64().unwrap() > 0, "{account}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_every_kind_of_content() {
    let fixture = fixture();
    let served = serve(&fixture, false).await;
    for (tool, kinds) in [
        ("test_simple_text", vec!["text"]),
        ("test_image_content", vec!["image"]),
        ("test_audio_content", vec!["audio"]),
        ("test_embedded_resource", vec!["resource"]),
        ("test_multiple_content_types", vec!["text", "image", "resource"]),
    ] {
        let result = serde_json::to_value(call(&served.client, tool, json!({})).await).unwrap();
        let found: Vec<&str> =
            result["content"].as_array().unwrap().iter().map(|item| item["type"].as_str().unwrap()).collect();
        assert_eq!(found, kinds, "{tool}");
        assert_eq!(result["isError"], false);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_results_and_unknown_tools_are_errors() {
    let fixture = fixture();
    let served = serve(&fixture, false).await;
    let client = &served.client;

    let failed = call(client, "test_error_handling", json!({})).await;
    assert_eq!(failed.is_error, Some(true));
    let refused = call(client, "exec_command", json!({"cmd": "true", "color": 1})).await;
    assert_eq!(refused.is_error, Some(true));
    assert_eq!(structured(&refused)["error"]["code"], "invalid_arguments");
    let missing = call(client, "write_stdin", json!({"session_id": 5})).await;
    assert_eq!(missing.is_error, Some(true));

    for (tool, code) in [("exec_comand", "unknown_tool"), ("unified_exec", "removed_tool")] {
        let error = client.call_tool(params(tool, json!({}))).await.unwrap_err();
        let ServiceError::McpError(error) = error else { panic!("{error}") };
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        assert!(error.message.contains("exec_command"), "{}", error.message);
        assert_eq!(error.data.unwrap()["code"], code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_delivered_does_not_come_again() {
    let fixture = fixture();
    let served = serve(&fixture, false).await;
    let client = &served.client;
    let command = json!({"cmd": "printf first; read line; printf second; read line", "tty": true, "yield_time_ms": 1000});
    let started = call(client, "exec_command", command).await;
    assert_eq!(structured(&started)["output"], "first");
    assert_eq!(structured(&started)["session_id"], 1);
    let mut seen = String::new();
    let mut chars = "\n";
    while !seen.contains("second") {
        let poll = json!({"session_id": 1, "chars": chars, "yield_time_ms": 1000});
        let result = call(client, "write_stdin", poll).await;
        seen.push_str(structured(&result)["output"].as_str().unwrap());
        chars = "";
    }
    assert!(!seen.contains("first"), "{seen:?}");
    assert_eq!(seen.matches("second").count(), 1, "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_command_is_gone() {
    let fixture = fixture();
    for newest in [false, true] {
        let served = serve(&fixture, newest).await;
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params(
            "exec_command",
            json!({"cmd": "sleep 1000 & setsid sleep 1000 & sleep 1000", "yield_time_ms": 30_000}),
        )));
        let options = PeerRequestOptions::no_options();
        let handle = served.client.send_cancellable_request(request, options).await.unwrap();
        fixture.until_busy().await;
        handle.cancel(None).await.unwrap();
        fixture.until_quiet().await;
        // The session lives on.
        call(&served.client, "test_simple_text", json!({})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_stream_ends_every_command() {
    let fixture = fixture();
    let Served { mut client, server, .. } = serve(&fixture, false).await;
    let started = call(&client, "exec_command", json!({"cmd": "sleep 1000", "yield_time_ms": 250})).await;
    assert_eq!(structured(&started)["session_id"], 1);
    client.close().await.unwrap();
    server.await.unwrap().unwrap();
    assert!(fixture.is_quiet());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_answers_what_runs_and_ends_it() {
    let fixture = fixture();
    let Served { client, server, shutdown } = serve(&fixture, false).await;
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params(
        "exec_command",
        json!({"cmd": "sleep 1000", "yield_time_ms": 30_000}),
    )));
    let handle = client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
    fixture.until_busy().await;
    shutdown.cancel();
    let ServerResult::CallToolResult(result) = handle.await_response().await.unwrap() else {
        panic!("no result")
    };
    assert_eq!(structured(&result)["error"]["code"], "cancelled");
    server.await.unwrap().unwrap();
    // A tree that was just being made ends by itself.
    fixture.until_quiet().await;
}
