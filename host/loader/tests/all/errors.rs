//! In which class each way of having no answer is counted.

use std::path::Path;

use toolhost_optimizer::EXTERNAL_CALLS;

use crate::support::{Setup, bad, component, eventually, exec_json, output, wasm};

/// The class and the message with which one provider has no answer.
async fn class(setup: &Setup, stages: &str, provider: &str) -> (String, String) {
    let generation = setup.optimizing(stages, &[provider.to_owned()]);
    assert!(generation.faults.is_empty(), "{:?}", generation.faults);
    let reduced = generation.optimizer.turn().reduce(&[output("make", provider)]).await;
    assert_eq!(reduced, [None], "{provider}");
    let mut told = setup.told.take();
    assert_eq!(told.len(), 1, "{provider}: {told:?}");
    let (_, class, message) = told.pop().unwrap();
    (class, message)
}

#[tokio::test]
async fn a_failure_has_the_class_of_its_code() {
    let setup = Setup::new();
    for (code, expected) in [
        ("timed_out", "timed_out"),
        ("cancelled", "cancelled"),
        ("busy", "busy"),
        ("not_found", "not_found"),
        ("io", "failed"),
        ("denied", "failed"),
        ("limit_exceeded", "failed"),
        ("of_its_own", "failed"),
    ] {
        let (class, message) =
            class(&setup, "timeout_ms: 60000", &bad("one", &format!("mode: fail, code: {code}"))).await;
        assert_eq!(class, expected, "{code}");
        assert!(message.ends_with(": It was to fail."), "{message}");
    }
}

#[tokio::test]
async fn what_stops_a_guest_has_a_class() {
    let setup = Setup::new();
    for (config, limits, expected) in [
        ("mode: trap", "", "trapped"),
        ("mode: grow, bytes: 100000000", "", "trapped"),
        ("mode: log, bytes: 100", "host_calls: 10", "trapped"),
        ("mode: garbage, garbage: too_long, bytes: 100000", "result_bytes: 64KiB", "trapped"),
        ("mode: loop", "timeout: 50ms", "timed_out"),
    ] {
        let provider = bad("one", config).replacen("config:", &format!("limits: {{ {limits} }}, config:"), 1);
        assert_eq!(class(&setup, "timeout_ms: 60000", &provider).await.0, expected, "{config}");
    }
    // The time of the stage is the provider's.
    assert_eq!(class(&setup, "timeout_ms: 50", &bad("one", "mode: loop")).await.0, "timed_out");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_becomes_of_a_program_has_a_class() {
    let setup = Setup::new();
    let folder = setup.folder.path().to_owned();
    std::fs::write(folder.join("plain"), "no program").unwrap();
    let script = |name: &str, text: &str| setup.script(name, text);
    for (path, class_of_it, part) in [
        (folder.join("missing"), "not_found", "missing does not exist"),
        (Path::new("no-such-optimizer").to_owned(), "not_found", "is in no folder of PATH"),
        (folder.join("plain"), "failed", "plain"),
        (folder.clone(), "failed", ""),
        (script("exits", "exit 3"), "failed", "ended by exit 3"),
        (script("killed", "kill -9 $$"), "failed", "ended by signal 9"),
        (script("babbles", "echo yes"), "failed", "did not print one JSON object"),
        (script("floods", "head -c 2000000 /dev/zero"), "failed", "is longer than 1048576 bytes"),
    ] {
        let (class, message) = class(&setup, "timeout_ms: 60000", &exec_json("one", &path)).await;
        assert_eq!(class, class_of_it, "{}: {message}", path.display());
        assert!(message.contains(part), "{message}");
    }
    let (class, _) = class(&setup, "timeout_ms: 100", &exec_json("one", &script("hangs", "sleep 600"))).await;
    assert_eq!(class, "timed_out");
    eventually("its place is free again", || setup.places.free() == EXTERNAL_CALLS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_finds_no_place_is_busy() {
    let setup = Setup::new();
    let hangs = setup.script("hangs", "sleep 600");
    let optimizer = setup.optimizing("timeout_ms: 60000", &[exec_json("hangs", &hangs)]).optimizer;
    let outputs: Vec<_> = (0..EXTERNAL_CALLS).map(|item| output("make", &format!("text {item}"))).collect();
    let holding = tokio::spawn(async move { optimizer.turn().reduce(&outputs).await });
    eventually("all places are taken", || setup.places.free() == 0).await;

    // Its own time is over long before that of the stage.
    let healthy = setup.script("healthy", "echo '{\"changed\":true,\"output\":\"x\"}'");
    let more = format!(
        "grants: {{ process: ['{0}'] }}, limits: {{ timeout: 100ms }}, \
         config: {{ path: '{0}', max_stdout_bytes: 1000, max_stderr_bytes: 1000 }}",
        healthy.display()
    );
    let provider = wasm("late", &component("optimizers/exec_json"), &more);
    let (class, message) = class(&setup, "timeout_ms: 60000", &provider).await;
    assert_eq!(class, "busy", "{message}");
    assert!(message.contains("no place for its program became free within its limit of 100 ms"), "{message}");

    holding.abort();
    eventually("all places are free", || setup.places.free() == EXTERNAL_CALLS).await;
    let generation = setup.optimizing("timeout_ms: 60000", &[provider]);
    let reduced = generation.optimizer.turn().reduce(&[output("make", "a text")]).await;
    assert_eq!(reduced[0].as_ref().map(|reduced| reduced.text.as_str()), Some("x"));
}
