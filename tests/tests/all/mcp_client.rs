//! MCP with a real client, rmcp's own, that starts the program as its child.

use std::process::Stdio;
use std::time::Duration;

use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ProgressNotificationParam};
use rmcp::service::{NotificationContext, PeerRequestOptions, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::{Value, json};

use crate::support::plugins::with_fixtures;
use crate::support::{LONG, Toolhost};

/// Hands progress to who subscribed to it.
#[derive(Default)]
struct Handler {
    progress: ProgressDispatcher,
}

impl ClientHandler for Handler {
    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.handle_notification(params).await;
    }
}

struct Client {
    service: RunningService<RoleClient, Handler>,
}

impl Client {
    async fn start(toolhost: &Toolhost) -> Self {
        let command = tokio::process::Command::from(toolhost.command(&["mcp"]));
        let (child, _) = TokioChildProcess::builder(command).stderr(Stdio::null()).spawn().unwrap();
        Self { service: within(Handler::default().serve(child)).await.unwrap() }
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> Value {
        let result = within(self.service.call_tool(params(tool, arguments))).await.unwrap();
        result.structured_content.unwrap()
    }

    /// Types, and looks until the output since then holds `text`; returns that output.
    async fn type_until(&self, id: &Value, chars: &str, text: &str) -> String {
        let mut output = String::new();
        let mut chars = chars;
        for _ in 0..400 {
            let seen = self.call("write_stdin", json!({"session_id": id, "chars": chars})).await;
            output.push_str(seen["output"].as_str().unwrap_or_else(|| panic!("{seen}")));
            if output.contains(text) {
                return output;
            }
            chars = "";
        }
        panic!("{text:?} did not come: {output:?}");
    }

    /// Looks until the command has ended; returns the last result.
    async fn to_end(&self, id: &Value) -> Value {
        loop {
            let arguments = json!({"session_id": id, "chars": "", "yield_time_ms": 30_000});
            let seen = self.call("write_stdin", arguments).await;
            if !seen["exit_code"].is_null() {
                return seen;
            }
        }
    }
}

fn params(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(serde_json::from_value(arguments).unwrap())
}

async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(LONG, future).await.expect("it comes in bounded time")
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_calls() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("noop", "")]));
    let client = Client::start(&toolhost).await;
    let tools = within(client.service.list_all_tools()).await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["exec_command", "write_stdin", "noop"]);
    assert!(tools[0].description.as_deref().unwrap().contains("shell command"));
    assert_eq!(client.call("noop", json!({})).await, json!({"ok": true}));
    let result = client.call("exec_command", json!({"cmd": "git --version || echo no git"})).await;
    assert_eq!(result["exit_code"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_is_yielded_and_polled_to_its_end() {
    let toolhost = Toolhost::new();
    let client = Client::start(&toolhost).await;
    let build = "for step in 1 2 3 4 5; do echo compiling $step; sleep .2; done; echo failed >&2; exit 2";
    let started = client.call("exec_command", json!({"cmd": build, "yield_time_ms": 250})).await;
    let id = &started["session_id"];
    assert!(id.is_u64(), "{started}");
    let mut output = started["output"].as_str().unwrap().to_owned();
    let mut looks = 0;
    let code = loop {
        let seen = client.call("write_stdin", json!({"session_id": id, "chars": ""})).await;
        output.push_str(seen["output"].as_str().unwrap());
        looks += 1;
        if let Some(code) = seen["exit_code"].as_i64() {
            break code;
        }
    };
    assert_eq!(code, 2);
    assert_eq!(output, "compiling 1\ncompiling 2\ncompiling 3\ncompiling 4\ncompiling 5\nfailed\n");
    assert!(looks > 1, "it was yielded more than once");
}

/// A read-eval-print loop, with what every machine has: a shell that is typed into.
#[tokio::test(flavor = "multi_thread")]
async fn a_shell_on_a_terminal_is_typed_into() {
    let toolhost = Toolhost::new();
    let client = Client::start(&toolhost).await;
    let arguments = json!({"cmd": "PS1='> ' bash --norc --noprofile -i", "tty": true, "yield_time_ms": 250});
    let id = client.call("exec_command", arguments).await["session_id"].clone();
    client.type_until(&id, "echo $((6 * 7))\n", "\n42\n").await;
    // Ctrl-C interrupts what runs in it, and it goes on.
    client.type_until(&id, "echo begun; sleep 300\n", "begun\n").await;
    client.type_until(&id, "\u{3}", "> ").await;
    client.type_until(&id, "echo still $((1 + 1))\n", "still 2\n").await;
    // Ctrl-D ends it.
    let seen = client.call("write_stdin", json!({"session_id": id, "chars": "\u{4}"})).await;
    let seen = if seen["exit_code"].is_null() { client.to_end(&id).await } else { seen };
    assert_eq!(seen["exit_code"], 0, "{seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_python_prompt_is_typed_into() {
    let toolhost = Toolhost::new();
    let client = Client::start(&toolhost).await;
    let found = client.call("exec_command", json!({"cmd": "command -v python3"})).await;
    if found["exit_code"] != 0 {
        return; // Nothing to test with on this machine.
    }
    let arguments = json!({"cmd": "python3 -q", "tty": true, "yield_time_ms": 1000});
    let started = client.call("exec_command", arguments).await;
    let id = started["session_id"].clone();
    if !started["output"].as_str().unwrap().contains(">>> ") {
        client.type_until(&id, "", ">>> ").await;
    }
    client.type_until(&id, "print(6 * 7)\n", "42").await;
    client.type_until(&id, "import time; print('be' + 'gun'); time.sleep(300)\n", "begun").await;
    client.type_until(&id, "\u{3}", "KeyboardInterrupt").await;
    client.type_until(&id, "print('é' * 3)\n", "ééé").await;
    let seen = client.call("write_stdin", json!({"session_id": id, "chars": "\u{4}"})).await;
    let seen = if seen["exit_code"].is_null() { client.to_end(&id).await } else { seen };
    assert_eq!(seen["exit_code"], 0, "{seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_cancelled() {
    let toolhost = Toolhost::new();
    let client = Client::start(&toolhost).await;
    let arguments = json!({"cmd": "touch ready; sleep 300", "yield_time_ms": 30_000});
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params("exec_command", arguments)));
    let handle =
        client.service.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
    let running = || toolhost.processes(&[]).len() > 1 && toolhost.workspace().join("ready").exists();
    within(until(running)).await;
    handle.cancel(Some("test".to_owned())).await.unwrap();
    // The program itself is left.
    within(until(|| toolhost.processes(&[]).len() == 1)).await;
    assert_eq!(client.call("exec_command", json!({"cmd": "echo on"})).await["output"], "on\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_arrives() {
    use futures_util::StreamExt;
    let toolhost = Toolhost::configured(&with_fixtures(&[("conformance", "")]));
    let client = Client::start(&toolhost).await;
    let request =
        ClientRequest::CallToolRequest(CallToolRequest::new(params("test_tool_with_progress", json!({}))));
    let handle =
        client.service.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
    let mut subscriber = client.service.service().progress.subscribe(handle.progress_token.clone()).await;
    within(handle.await_response()).await.unwrap();
    let last = within(subscriber.next()).await.unwrap();
    assert!(last.progress >= 0.0, "{last:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_client_ends_everything() {
    let toolhost = Toolhost::new();
    let client = Client::start(&toolhost).await;
    let arguments = json!({"cmd": "setsid sleep 300 & wait", "tty": true, "yield_time_ms": 250});
    client.call("exec_command", arguments).await;
    within(client.service.cancel()).await.unwrap();
    within(until(|| toolhost.processes(&[]).is_empty())).await;
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
