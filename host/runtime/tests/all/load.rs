//! Bad plugins, each refused with a message that says what to do.

use serde_json::Value;
use toolhost_runtime::{Grants, InspectError, Plugin, inspect};

use crate::support::{component, load, shared_engine, spec};

fn refusal(name: &str, granted: Grants) -> String {
    load(&shared_engine(), name, granted).err().unwrap().to_string()
}

#[test]
fn each_bad_plugin_has_its_own_message() {
    let terminal = || Grants { terminal: true, ..Grants::none() };
    for (name, granted, expected) in [
        (
            "greedy",
            Grants::none(),
            "plugin \"greedy\": imports toolhost:plugin/terminal@0.1.0, which needs the grant \"terminal\"; \
             add `terminal: true` to its `grants`",
        ),
        (
            "sneaky",
            terminal(),
            "plugin \"sneaky\": imports toolhost:plugin/terminal@0.1.0 without asking for the grant \"terminal\"; \
             its author must add it to the asked grants and build it again",
        ),
        (
            "no_metadata",
            Grants::none(),
            "plugin \"no_metadata\": carries no metadata (custom section `toolhost:plugin`); build it with the SDK \
             toolhost-plugin 0.1, or add the section as plugins/examples/python does",
        ),
        (
            "wrong_wit",
            Grants::none(),
            "plugin \"wrong_wit\": wants toolhost:plugin@0.9.0, this host serves 0.1.0; rebuild it with the SDK \
             toolhost-plugin 0.1",
        ),
    ] {
        assert_eq!(refusal(name, granted), expected);
    }
    assert!(load(&shared_engine(), "greedy", terminal()).is_ok());
}

#[test]
fn a_component_is_read_without_running_it() {
    let bytes = component("exec_command");
    let inspection = inspect(&bytes).unwrap();
    assert_eq!(inspection.metadata.name, "exec_command");
    assert!(inspection.metadata.asks.terminal);
    assert!(inspection.imports.iter().any(|import| import == "toolhost:plugin/terminal@0.1.0"));
    let tool = inspection.metadata.tool("exec_command").unwrap();
    assert_eq!(tool.parameters.get("additionalProperties"), Some(&Value::Bool(false)));
}

#[test]
fn a_truncated_component_is_refused_wherever_it_ends() {
    let bytes = component("noop");
    for length in (0..bytes.len()).step_by(997) {
        assert!(inspect(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn a_compiled_component_is_refused() {
    let engine = wasmtime::Engine::default();
    let code = engine.precompile_component(b"\0asm\x0d\0\x01\0").unwrap();
    assert_eq!(inspect(&code).unwrap_err(), InspectError::Precompiled);
}

#[tokio::test]
async fn a_component_that_does_not_compile_fails_once_and_the_same_each_time() {
    let engine = crate::support::engine(2, 2);
    let plugin = Plugin::load(&engine, spec("broken", broken_body(), Grants::none())).unwrap();
    let first = plugin.prepare().await.unwrap_err().to_string();
    assert!(first.starts_with("plugin \"broken\": could not be compiled: "), "{first}");
    assert_eq!(plugin.prepare().await.unwrap_err().to_string(), first);
    let again = Plugin::load(&engine, spec("again", broken_body(), Grants::none())).unwrap();
    assert!(again.prepare().await.is_err());
    assert_eq!(engine.compiled_components(), 1);
}

/// `noop` with a function body that starts with no instruction.
fn broken_body() -> Vec<u8> {
    let mut bytes = component("noop");
    let body = wasmparser::Parser::new(0)
        .parse_all(&bytes)
        .find_map(|payload| match payload.unwrap() {
            wasmparser::Payload::CodeSectionEntry(body) => {
                Some(body.get_operators_reader().unwrap().original_position())
            }
            _ => None,
        })
        .unwrap();
    bytes[body] = 0xff;
    bytes
}
