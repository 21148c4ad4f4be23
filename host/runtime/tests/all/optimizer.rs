//! Optimizers that are asked: what they answer comes through unchecked, and all that bounds a tool bounds them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use toolhost_capability::Failure;
use toolhost_runtime::{
    CallError, CallReport, Engine, Grants, Kind, Limits, Optimization, Optimized, OptimizedCall, Plugin,
    PluginSpec,
};

use crate::support::{Log, call, component, engine, load, powers, shared_engine, spec};

const MIB: u64 = 1 << 20;
const OUTPUT: &str = "one\ntwo é\n";

fn bad_in(engine: &Arc<Engine>, config: Value) -> Arc<Plugin> {
    let spec = PluginSpec { config, ..spec("bad", component("bad_optimizer"), Grants::none()) };
    Plugin::load(engine, spec).unwrap()
}

/// One that does what its configuration says.
fn bad(config: Value) -> Arc<Plugin> {
    bad_in(&shared_engine(), config)
}

fn shell_call() -> OptimizedCall {
    OptimizedCall {
        tool_name: "shell_command".to_owned(),
        call_id: "call_1".to_owned(),
        command: "ls -l".to_owned(),
        metadata: r#"{"b": 1.0}"#.to_owned(),
    }
}

fn reduce(hint: Option<&str>) -> Optimization<'_> {
    Optimization::Reduce { hint, output: OUTPUT }
}

async fn asked(plugin: &Plugin, wanted: Optimization<'_>, limits: Limits) -> CallReport<Option<Optimized>> {
    plugin.optimize(shell_call(), wanted, &limits, powers()).await
}

/// What it proposes for a command.
async fn rewrite(config: Value, limits: Limits) -> CallReport<Option<Optimized>> {
    asked(&bad(config), Optimization::Rewrite, limits).await
}

/// What it proposes for the command and for the output, in both cases for the reason that it always gives.
async fn proposals(config: Value) -> (String, String) {
    let plugin = bad(config);
    let mut texts = Vec::new();
    for wanted in [Optimization::Rewrite, reduce(None)] {
        let proposal = asked(&plugin, wanted, Limits::standard()).await.result.unwrap().unwrap();
        assert_eq!(proposal.reason.as_deref(), Some("it was told to"));
        texts.push(proposal.text);
    }
    let output = texts.pop().unwrap();
    (texts.pop().unwrap(), output)
}

#[tokio::test]
async fn whatever_is_proposed_comes_through_as_it_is() {
    let same = |text: &str| (text.to_owned(), text.to_owned());
    for (config, expected) in [
        (json!({"mode": "garbage", "garbage": "empty"}), same("")),
        (json!({"mode": "garbage", "garbage": "blank"}), same(" \n\t\n")),
        (json!({"mode": "garbage", "garbage": "nul"}), same("a\0b")),
        (json!({"mode": "garbage", "garbage": "too_long"}), same(&"a".repeat(40_000))),
        (json!({"mode": "grow", "bytes": 2}), ("ls -l++".to_owned(), format!("{OUTPUT}++"))),
        (json!({"mode": "echo"}), ("ls -l # echo".to_owned(), format!("{OUTPUT} # echo"))),
        (json!({"mode": "shrink", "bytes": 2}), ("ls".to_owned(), "on".to_owned())),
        // The second byte of a character is no end of a text.
        (json!({"mode": "shrink", "bytes": 9}), ("ls -l".to_owned(), "one\ntwo ".to_owned())),
        (json!({"mode": "lie"}), ("true".to_owned(), "test result: ok. 12 passed; 0 failed\n".to_owned())),
    ] {
        assert_eq!(proposals(config.clone()).await, expected, "{config}");
    }
}

#[tokio::test]
async fn an_optimizer_is_told_of_the_call_to_the_byte() {
    let plugin = bad(json!({"mode": "tell"}));
    for (wanted, hint, bytes) in [
        (Optimization::Rewrite, "none", 5),
        (reduce(None), "none", OUTPUT.len()),
        (reduce(Some("cargo-test")), "cargo-test", OUTPUT.len()),
    ] {
        let told = asked(&plugin, wanted, Limits::standard()).await.result.unwrap().unwrap();
        let expected = format!(
            "tool_name=shell_command\ncall_id=call_1\ncommand=ls -l\nmetadata={{\"b\": 1.0}}\nfilter_hint={hint}\nbytes={bytes}\n"
        );
        assert_eq!(told.text, expected);
    }
}

#[tokio::test]
async fn one_that_changes_nothing_says_nothing() {
    let noop = load(&shared_engine(), "optimizers/noop", Grants::none()).unwrap();
    assert_eq!(noop.metadata().kind, Kind::Optimizer);
    for (wanted, bytes_in) in [(Optimization::Rewrite, 15), (reduce(Some("pytest")), 15 + OUTPUT.len())] {
        let report = asked(&noop, wanted, Limits::standard()).await;
        assert_eq!(report.result, Ok(None));
        assert_eq!((report.account.bytes_in, report.account.bytes_out), (bytes_in as u64, 0));
    }
}

#[tokio::test]
async fn its_own_failure_comes_through() {
    for code in ["io", "not_found", "timed_out", "busy"] {
        let report = rewrite(json!({"mode": "fail", "code": code}), Limits::standard()).await;
        assert_eq!(report.result, Err(CallError::Tool(Failure::new(code, "It was to fail."))));
    }
}

#[tokio::test]
async fn a_trap_costs_one_question() {
    let plugin = bad(json!({"mode": "trap"}));
    for wanted in [Optimization::Rewrite, reduce(None), Optimization::Rewrite] {
        let result = asked(&plugin, wanted, Limits::standard()).await.result;
        let Err(CallError::Trap { reason, .. }) = result else { panic!("{result:?}") };
        assert_eq!(reason, "the guest panicked or aborted");
    }
}

#[tokio::test]
async fn one_that_computes_for_ever_is_stopped_and_gives_everything_back() {
    let engine = engine(1, 1);
    let plugin = bad_in(&engine, json!({"mode": "loop"}));
    plugin.prepare().await.unwrap();
    let limit = Duration::from_millis(50);
    for wanted in [Optimization::Rewrite, reduce(None)] {
        let result = asked(&plugin, wanted, Limits { timeout: limit, ..Limits::standard() }).await.result;
        assert_eq!(result, Err(CallError::TimedOut { limit, queued: false }));
    }
    let dropped = asked(&plugin, Optimization::Rewrite, Limits::standard());
    assert!(tokio::time::timeout(limit, dropped).await.is_err());
    // The one place and the one slot are free again.
    let good = bad_in(&engine, json!({"mode": "echo"}));
    assert!(asked(&good, Optimization::Rewrite, Limits::standard()).await.result.is_ok());
}

#[tokio::test]
async fn memory_is_bounded() {
    let limits = Limits { memory: 16 * MIB, ..Limits::standard() };
    let report = rewrite(json!({"mode": "grow", "bytes": 20 * MIB}), limits).await;
    let Err(CallError::Memory { limit, wanted, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!(limit, 16 * MIB);
    assert!(wanted > limit && report.account.peak_memory <= limit, "{wanted}");
}

#[tokio::test]
async fn the_size_of_a_proposal_is_bounded() {
    let of_size = |bytes: u64| json!({"mode": "garbage", "garbage": "too_long", "bytes": bytes});
    let limits = || Limits { result_bytes: 1000, ..Limits::standard() };
    // The reason counts as well.
    let most = 1000 - "it was told to".len() as u64;
    let within = rewrite(of_size(most), limits()).await;
    assert_eq!((within.result.unwrap().unwrap().text.len() as u64, within.account.bytes_out), (most, 1000));
    let over = rewrite(of_size(most + 1), limits()).await.result;
    assert_eq!(over, Err(CallError::ResultTooLarge { bytes: Some(1001), limit: 1000 }));
    // One that is far too large is not even copied out of the guest.
    let narrow = Limits { hostcall_bytes: 1000, ..Limits::standard() };
    let result = rewrite(of_size(20_000), narrow).await.result;
    assert_eq!(result, Err(CallError::ResultTooLarge { bytes: None, limit: 1000 }));
}

#[tokio::test]
async fn log_and_host_calls_are_bounded() {
    let (log, _recording) = Log::record();
    let ten_lines = || json!({"mode": "log", "bytes": 10});
    let report = rewrite(ten_lines(), Limits { log_lines: 2, ..Limits::standard() }).await;
    assert_eq!(report.result, Ok(None));
    assert_eq!((report.account.log_lines, report.account.log_lines_dropped), (2, 8));
    assert_eq!(
        log.plugin_lines(),
        [
            "INFO plugin: line 0 plugin=\"bad\"",
            "INFO plugin: line 1 plugin=\"bad\"",
            "WARN plugin: log lines past the limit of this call were dropped plugin=\"bad\" dropped=8",
        ]
    );
    // One call asks for the configuration, before the lines.
    let narrow = Limits { host_calls: 10, ..Limits::standard() };
    let report = rewrite(ten_lines(), narrow).await;
    let Err(CallError::Limit { name, bound, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!((name, bound, report.account.host_calls), ("host_calls", 10, 11));
}

#[tokio::test]
async fn a_component_of_another_kind_says_so() {
    let tool = load(&shared_engine(), "noop", Grants::none()).unwrap();
    for wanted in [Optimization::Rewrite, reduce(None)] {
        let result = asked(&tool, wanted, Limits::standard()).await.result;
        let why = "its sandbox could not be made: the plugin exports no optimizer".to_owned();
        assert_eq!(result, Err(CallError::Unavailable { why }));
    }
    let result = bad(json!({"mode": "echo"})).call_tool(call("bad_optimizer", json!({}))).await.result;
    let why = "the plugin has no tool \"bad_optimizer\"".to_owned();
    assert_eq!(result.err(), Some(CallError::Unavailable { why }));
}
