//! The JSON Schema has every key and accepts what the reader accepts.

use serde_json::{Value, json};
use toolhost_config::{DEFAULT, schema};

fn yaml(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap()
}

#[test]
fn every_key_is_described() {
    let schema = schema();
    assert_eq!(schema["title"], "Configuration of toolhost");
    assert_eq!(schema["additionalProperties"], false);
    let properties = |at: &str| -> Vec<String> {
        schema.pointer(at).unwrap().as_object().unwrap().keys().cloned().collect()
    };
    let expected: [(&str, &[&str]); 11] = [
        (
            "/properties",
            &[
                "agent",
                "edit_guard",
                "execution",
                "limits",
                "plugins",
                "profile",
                "profiles",
                "providers",
                "runtime",
                "spool",
                "tool_optimizers",
                "without",
            ],
        ),
        ("/$defs/Plugin/properties", &["component", "config", "deferred", "digest", "grants", "limits"]),
        (
            "/$defs/Grants/properties",
            &[
                "catalog",
                "clock",
                "env",
                "files",
                "http",
                "process",
                "random",
                "search",
                "secrets",
                "terminal",
                "workspace",
            ],
        ),
        (
            "/$defs/Limits/properties",
            &[
                "handles",
                "host_calls",
                "hostcall_bytes",
                "log_line_bytes",
                "log_lines",
                "memory",
                "random_bytes",
                "result_bytes",
                "stdout_bytes",
                "table_elements",
                "timeout",
            ],
        ),
        (
            "/$defs/Profile/properties",
            &["agent", "edit_guard", "execution", "extends", "tool_optimizers", "tools", "without"],
        ),
        ("/$defs/Entry/properties", &["deferred", "grants", "limits", "name", "plugin"]),
        ("/$defs/Execution/properties", &["env", "escalation", "network", "sandbox", "shell"]),
        ("/$defs/Environment/properties", &["exclude", "inherit", "set"]),
        ("/$defs/EditGuard/properties", &["mutations", "verifiers"]),
        ("/$defs/Spool/properties", &["max_age", "max_bytes", "max_files", "max_session_bytes"]),
        ("/$defs/Runtime/properties", &["live_calls", "parallel_calls"]),
    ];
    for (at, keys) in expected {
        let mut found = properties(at);
        found.sort_unstable();
        assert_eq!(found, keys, "{at}");
        for key in keys {
            let described = schema.pointer(&format!("{at}/{key}/description"));
            assert!(described.is_some(), "{at}/{key} has no description");
        }
    }
}

#[test]
fn the_default_and_the_tests_of_the_reader_agree_with_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let errors: Vec<String> = validator.iter_errors(&yaml(DEFAULT)).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
    for (text, valid) in [
        ("{}", true),
        ("profiles: { a: { tools: [x, { name: other, plugin: x, limits: { timeout: 10s } }] } }", true),
        ("profiles: { a: { tools: [3] } }", false),
        ("plugins: { a: { limits: { timeout: 600 } } }", false),
        ("plugins: { a: { limits: { memory: 64MB } } }", false),
        ("plugins: { a: { digest: md5:00 } }", false),
        ("plugins: { a: { config: [any, { json: 1 }] } }", true),
        ("agent: { shell_prompt_profile: bash }", false),
        ("unknown: 1", false),
    ] {
        assert_eq!(validator.is_valid(&yaml(text)), valid, "{text}");
    }
    assert!(!validator.is_valid(&json!([])));
}
