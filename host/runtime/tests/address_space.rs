//! Where address space is limited, as in some containers, the engine takes less of it and calls still work. A test
//! program of its own, since the limit is the whole process's and only goes down.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde_json::{Value, json};
use toolhost_runtime::{
    Account, Allocator, Binary, Engine, EngineOptions, Grants, Limits, NoProgress, Plugin, PluginSpec,
    Powers, ToolCall,
};

const GIB: u64 = 1 << 30;

#[tokio::test]
async fn the_engine_takes_what_it_can_get() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/components/wasm/noop.wasm");
    let component = Binary::new(std::fs::read(path).expect("run `scripts/components --fixtures` first"));
    assert!(matches!(allocator_and_call(&component).await, Allocator::Pooling { slots: 64 }));
    limit(40 * GIB);
    assert!(matches!(allocator_and_call(&component).await, Allocator::OnDemand { .. }));
    limit(3 * GIB);
    assert!(matches!(allocator_and_call(&component).await, Allocator::Small { .. }));
}

fn limit(bytes: u64) {
    setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) }).unwrap();
}

async fn allocator_and_call(component: &Binary) -> Allocator {
    let engine = Engine::new(EngineOptions { cache_dir: None, parallel_calls: 2, live_calls: 64 }).unwrap();
    let account = call(&engine, component).await;
    assert!(account.peak_memory > 0);
    engine.facts().allocator.clone()
}

async fn call(engine: &Arc<Engine>, component: &Binary) -> Account {
    let spec = PluginSpec {
        id: "noop".to_owned(),
        component: component.clone(),
        granted: Grants::none(),
        limits: Limits::standard(),
        config: Value::Null,
        env: Vec::new(),
    };
    let powers = Powers {
        terminal: None,
        process: None,
        files: Err(toolhost_capability::Failure::new("denied", "There are no files here.")),
        search: None,
        catalogue: None,
        progress: Arc::new(NoProgress),
        platform: ("linux".to_owned(), "unix_like".to_owned()),
        budget: 40_000,
    };
    let call = ToolCall { tool: "noop".to_owned(), arguments: json!({}), limits: Limits::standard(), powers };
    let report = Plugin::load(engine, spec).unwrap().call_tool(call).await;
    report.result.unwrap();
    report.account
}
