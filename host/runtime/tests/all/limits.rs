//! Each limit bites, says so, and costs one call.

use std::time::Duration;

use serde_json::json;
use toolhost_runtime::{Body, CallError, Limits};

use crate::support::{Log, field, misbehave};

const MIB: u64 = 1 << 20;

fn standard() -> Limits {
    Limits::standard()
}

/// The sandbox of the next call is a new one and works.
async fn next_call_works() {
    let report = misbehave("remember", 0, standard()).await;
    assert_eq!(field(&report.result.unwrap(), "calls_before"), &json!(0));
}

#[tokio::test]
async fn memory_is_refused_and_the_guest_can_live_with_it() {
    let report = misbehave("alloc", 1000, Limits { memory: 16 * MIB, ..standard() }).await;
    let got = field(&report.result.unwrap(), "mebibytes").as_u64().unwrap();
    assert!((8..16).contains(&got), "{got} MiB of 16");
    assert!(report.account.peak_memory <= 16 * MIB && report.account.peak_memory >= got * MIB);
    let wide = misbehave("alloc", 20, Limits { memory: 32 * MIB, ..standard() }).await;
    assert_eq!(field(&wide.result.unwrap(), "mebibytes"), &json!(20));
}

#[tokio::test]
async fn a_guest_that_cannot_live_without_memory_says_so() {
    let report = misbehave("alloc_abort", 0, Limits { memory: 16 * MIB, ..standard() }).await;
    let Err(CallError::Memory { limit, wanted, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!(limit, 16 * MIB);
    assert!(wanted > limit && wanted < 2 * limit, "{wanted}");
    next_call_works().await;
}

#[tokio::test]
async fn a_component_that_needs_more_than_it_may_have_says_so() {
    let report = misbehave("remember", 0, Limits { memory: 64 << 10, ..standard() }).await;
    assert!(matches!(report.result, Err(CallError::Memory { limit: 65_536, .. })), "{:?}", report.result);
}

#[tokio::test]
async fn a_call_has_a_deadline_in_guest_and_host() {
    let limit = Duration::from_millis(100);
    for (mode, amount) in [("loop", 0), ("poll_clock", 0), ("sleep", 600_000)] {
        let report = misbehave(mode, amount, Limits { timeout: limit, ..standard() }).await;
        assert_eq!(report.result.unwrap_err(), CallError::TimedOut { limit, queued: false }, "{mode}");
    }
    next_call_works().await;
}

#[tokio::test]
async fn recursion_has_an_end() {
    let report = misbehave("recurse", 0, standard()).await;
    let Err(CallError::Trap { reason, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!(
        reason,
        "the guest reached outside its memory, as it does when it recurses past its own stack"
    );
    next_call_works().await;
}

#[tokio::test]
async fn table_elements_are_bounded() {
    let report = misbehave("remember", 0, Limits { table_elements: 1, ..standard() }).await;
    let Err(CallError::Limit { name, bound, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!((name, bound), ("table_elements", 1));
}

#[tokio::test]
async fn bytes_of_one_host_call_are_bounded() {
    let limits = Limits { hostcall_bytes: 10_000, ..standard() };
    let report = misbehave("long_log", 20_000, limits.clone()).await;
    let Err(CallError::Limit { name, bound, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!((name, bound), ("hostcall_bytes", 10_000));
    let result = misbehave("huge_body", 20_000, limits).await.result;
    assert_eq!(result.unwrap_err(), CallError::ResultTooLarge { bytes: None, limit: 10_000 });
    next_call_works().await;
}

#[tokio::test]
async fn host_calls_are_bounded() {
    let limits = Limits { host_calls: 50, ..standard() };
    for mode in ["flood_log", "flood_progress"] {
        let report = misbehave(mode, 100, limits.clone()).await;
        let Err(CallError::Limit { name, bound, .. }) = report.result else { panic!("{:?}", report.result) };
        assert_eq!((name, bound), ("host_calls", 50), "{mode}");
        assert_eq!(report.account.host_calls, 51);
    }
    assert!(misbehave("flood_progress", 40, limits).await.result.is_ok());
}

#[tokio::test]
async fn handles_are_bounded() {
    let report = misbehave("flood_stdout", 1, Limits { handles: 0, ..standard() }).await;
    let Err(CallError::Limit { name, bound, .. }) = report.result else { panic!("{:?}", report.result) };
    assert_eq!((name, bound), ("handles", 0));
}

#[tokio::test]
async fn log_lines_are_bounded_in_number_and_clean() {
    let (log, _recording) = Log::record();
    let report = misbehave("flood_log", 10, Limits { log_lines: 3, ..standard() }).await;
    assert_eq!(field(&report.result.unwrap(), "lines"), &json!(10));
    assert_eq!((report.account.log_lines, report.account.log_lines_dropped), (3, 7));
    assert_eq!(
        log.plugin_lines(),
        [
            "INFO plugin: line 0 [31m  plugin=\"hostile\"",
            "INFO plugin: line 1 [31m  plugin=\"hostile\"",
            "INFO plugin: line 2 [31m  plugin=\"hostile\"",
            "WARN plugin: log lines past the limit of this call were dropped plugin=\"hostile\" dropped=7",
        ]
    );
}

#[tokio::test]
async fn log_lines_are_bounded_in_length() {
    let (log, _recording) = Log::record();
    let report = misbehave("long_log", 10_000, Limits { log_line_bytes: 10, ..standard() }).await;
    assert!(report.result.is_ok());
    assert_eq!(log.plugin_lines(), ["WARN plugin: xxxxxxx… plugin=\"hostile\""]);
}

#[tokio::test]
async fn results_are_bounded() {
    let limits = Limits { result_bytes: MIB, ..standard() };
    for (mode, amount, bytes) in [("huge_body", 2 * MIB, 2 * MIB + 2), ("huge_fields", 2 * MIB, 2 * MIB + 8)]
    {
        let result = misbehave(mode, amount, limits.clone()).await.result;
        assert_eq!(
            result.unwrap_err(),
            CallError::ResultTooLarge { bytes: Some(bytes), limit: MIB },
            "{mode}"
        );
    }
    let result = misbehave("huge_failure", MIB, limits.clone()).await.result;
    assert!(matches!(result, Err(CallError::ResultTooLarge { .. })), "{result:?}");
    let within = misbehave("huge_body", MIB - 2, limits).await.result.unwrap();
    assert!(matches!(within.body, Body::Bytes(bytes) if bytes.len() as u64 == MIB - 2));
}

#[tokio::test]
async fn printed_bytes_are_bounded_and_stay_inside() {
    let (log, _recording) = Log::record();
    let report = misbehave("flood_stdout", MIB, Limits { stdout_bytes: 5, ..standard() }).await;
    assert_eq!(field(&report.result.unwrap(), "written"), &json!(MIB));
    assert_eq!(log.plugin_lines(), ["DEBUG plugin: xxxxx plugin=\"hostile\" stream=\"stdout\""]);
}

#[tokio::test]
async fn a_call_narrows_its_plugins_limits_and_never_widens_them() {
    let wide = Limits { memory: 1 << 40, ..standard() };
    let report = misbehave("alloc", 1000, wide).await;
    let got = field(&report.result.unwrap(), "mebibytes").as_u64().unwrap();
    assert!(got < 64, "{got} MiB of the plugin's 64");
}
