//! Calls beside each other, one after another, stopped, and failing in the host.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use toolhost_runtime::{CallError, Grants, Limits, Plugin, PluginSpec, Powers, Progress, ToolCall};

use crate::support::{
    Log, Recorder, call, clock_and_random, component, engine, field, hostile, load, misbehave, powers,
    shared_engine, spec,
};

fn misdeed(mode: &str, amount: u64) -> ToolCall {
    call("hostile", json!({"mode": mode, "amount": amount}))
}

fn within(timeout: Duration, call: ToolCall) -> ToolCall {
    ToolCall { limits: Limits { timeout, ..Limits::standard() }, ..call }
}

#[tokio::test]
async fn a_call_returns_fields_and_an_account() {
    let plugin = load(&shared_engine(), "noop", Grants::none()).unwrap();
    plugin.prepare().await.unwrap();
    let report = plugin.call_tool(call("noop", json!({}))).await;
    assert_eq!(Value::Object(report.result.unwrap().fields), json!({"ok": true}));
    let account = report.account;
    assert_eq!((account.bytes_in, account.bytes_out), (2, 11));
    assert!(
        account.peak_memory > 0 && account.guest_time > Duration::ZERO && account.host_time > Duration::ZERO
    );
}

#[tokio::test]
async fn each_call_has_a_sandbox_of_its_own() {
    for _ in 0..3 {
        let report = misbehave("remember", 0, Limits::standard()).await;
        assert_eq!(field(&report.result.unwrap(), "calls_before"), &json!(0));
    }
}

#[tokio::test]
async fn a_name_that_is_no_tool_of_the_plugin() {
    let result = hostile().call_tool(call("other", json!({}))).await.result;
    let failure = result.unwrap_err().to_failure("Tool \"other\"", "limits");
    assert_eq!(
        (failure.code.as_str(), failure.message.as_str()),
        ("plugin_unavailable", "Tool \"other\" cannot be run: the plugin has no tool \"other\".")
    );
}

#[tokio::test]
async fn a_panic_of_the_guest_tells_its_reason() {
    let report = misbehave("panic", 0, Limits::standard()).await;
    let Err(CallError::Trap { reason, stderr, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!(reason, "the guest panicked or aborted");
    assert!(stderr.contains("the fixture panics on purpose"), "{stderr}");
    let report = misbehave("exit", 0, Limits::standard()).await;
    let Err(CallError::Trap { reason, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!(reason, "the guest called exit(0)");
}

#[tokio::test]
async fn a_panic_of_the_host_costs_one_call() {
    struct Panics;
    impl Progress for Panics {
        fn report(&self, _: f32, _: Option<String>) {
            panic!("the test panics on purpose");
        }
    }
    let failing = ToolCall {
        powers: Powers { progress: Arc::new(Panics), ..powers() },
        ..misdeed("flood_progress", 3)
    };
    let result = hostile().call_tool(failing).await.result;
    assert_eq!(result.unwrap_err(), CallError::Host { message: "the test panics on purpose".to_owned() });
    assert!(misbehave("remember", 0, Limits::standard()).await.result.is_ok());
}

#[tokio::test]
async fn a_dropped_call_gives_everything_back() {
    let engine = engine(1, 1);
    let plugin = load(&engine, "hostile", clock_and_random()).unwrap();
    plugin.prepare().await.unwrap();
    for mode in ["loop", "sleep", "poll_clock"] {
        let stuck = plugin.call_tool(misdeed(mode, 0).into_sleep());
        assert!(
            tokio::time::timeout(Duration::from_millis(30), stuck).await.is_err(),
            "{mode} ended by itself"
        );
        // The one place and the one slot of the pool are free again.
        let report = plugin.call_tool(misdeed("remember", 0)).await;
        assert_eq!(field(&report.result.unwrap(), "calls_before"), &json!(0), "after {mode}");
    }
}

trait IntoSleep {
    fn into_sleep(self) -> Self;
}

impl IntoSleep for ToolCall {
    /// For ever, in each mode: `sleep` takes its time from the amount.
    fn into_sleep(mut self) -> Self {
        if self.arguments["mode"] == "sleep" {
            self.arguments["amount"] = json!(600_000);
        }
        self
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn load_queues_and_does_not_fail() {
    let engine = engine(1, 2);
    let plugin = load(&engine, "noop", Grants::none()).unwrap();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let plugin = Arc::clone(&plugin);
            tokio::spawn(async move { plugin.call_tool(call("noop", json!({}))).await.result })
        })
        .collect();
    for call in calls {
        assert!(call.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn a_queue_that_does_not_move_ends_with_the_deadline() {
    let engine = engine(1, 2);
    let plugin = load(&engine, "hostile", clock_and_random()).unwrap();
    plugin.prepare().await.unwrap();
    let limit = Duration::from_millis(50);
    let mut stuck = Box::pin(plugin.call_tool(misdeed("sleep", 600_000)));
    // One poll: it has the only place now.
    assert!(tokio::time::timeout(Duration::from_millis(1), &mut stuck).await.is_err());
    let result = plugin.call_tool(within(limit, misdeed("remember", 0))).await.result;
    assert_eq!(result.unwrap_err(), CallError::TimedOut { limit, queued: true });
}

#[tokio::test]
async fn a_spinning_guest_does_not_hold_up_others() {
    // One thread: the other call ends only if the spinning one yields.
    let plugin = hostile();
    let spinning = plugin.call_tool(within(Duration::from_secs(20), misdeed("loop", 0)));
    let other = plugin.call_tool(misdeed("remember", 0));
    tokio::select! {
        biased;
        report = spinning => panic!("{:?}", report.result),
        report = other => assert!(report.result.is_ok()),
    }
}

#[tokio::test]
async fn progress_rises_within_bounds() {
    let plugin = load(&shared_engine(), "conformance", Grants::none()).unwrap();
    let progress = Arc::new(Recorder::default());
    let reporting = |progress: &Arc<Recorder>, call: ToolCall| {
        let progress: Arc<dyn Progress> = Arc::<Recorder>::clone(progress);
        ToolCall { powers: Powers { progress, ..powers() }, ..call }
    };
    plugin.call_tool(reporting(&progress, call("test_tool_with_progress", json!({})))).await.result.unwrap();
    assert_eq!(*progress.0.lock().unwrap(), [(0.0, None), (0.5, None), (1.0, None)]);

    let odd = Arc::new(Recorder::default());
    hostile().call_tool(reporting(&odd, misdeed("nan_progress", 0))).await.result.unwrap();
    // NaN is no progress; infinity is the end, and nothing falls below it.
    let message = Some(" ]0;title   ".to_owned());
    assert_eq!(*odd.0.lock().unwrap(), vec![(1.0, message); 4]);
}

#[tokio::test]
async fn time_and_chance_are_granted_or_always_the_same() {
    let random = async |plugin: &Arc<Plugin>| {
        let outcome = plugin.call_tool(misdeed("random", 0)).await.result.unwrap();
        field(&outcome, "random").clone()
    };
    let granted = hostile();
    assert_ne!(random(&granted).await, random(&granted).await);
    let alone = load(&shared_engine(), "hostile", Grants::none()).unwrap();
    assert_eq!(random(&alone).await, random(&alone).await);
    // Without the clock, time moves on by being read.
    let report = alone.call_tool(misdeed("poll_clock", 1000)).await;
    assert_eq!(field(&report.result.unwrap(), "readings"), &json!(1000));
}

#[tokio::test]
async fn a_config_must_be_an_object() {
    let bad = PluginSpec { config: json!([1]), ..spec("noop", component("noop"), Grants::none()) };
    let error = Plugin::load(&shared_engine(), bad).err().unwrap();
    assert_eq!(error.to_string(), "plugin \"noop\": has a `config` that is not an object");
}

#[tokio::test]
async fn a_plugin_logs_under_its_own_target() {
    let (log, _recording) = Log::record();
    let plugin = load(&shared_engine(), "conformance", Grants::none()).unwrap();
    plugin.call_tool(call("test_tool_with_logging", json!({}))).await.result.unwrap();
    assert_eq!(log.plugin_lines()[0], "INFO plugin: Tool execution started plugin=\"conformance\"");
}
