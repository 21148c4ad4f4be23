//! Arguments and what becomes of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Map, Value, json};

use super::{Arguments, Checked, Preflight};

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}

fn preflight(schema: Value) -> Preflight {
    Preflight::compile("exec_command", &map(schema), None).unwrap()
}

fn exec() -> Preflight {
    preflight(json!({
        "type": "object",
        "properties": {
            "cmd": {"type": "string", "minLength": 1},
            "workdir": {"type": "string"},
            "tty": {"type": "boolean"},
            "yield_time_ms": {"type": "integer", "minimum": 0},
            "sandbox_permissions": {"enum": ["use_default", "require_escalated"]},
        },
        "required": ["cmd"],
        "additionalProperties": false,
    }))
}

fn check(preflight: &Preflight, arguments: Value) -> Result<Checked, String> {
    preflight.check(Arguments::Object(map(arguments))).map_err(|failure| {
        assert_eq!(failure.code, "invalid_arguments");
        failure.message
    })
}

#[test]
fn max_output_tokens() {
    for (value, expected) in [(json!(1), 1), (json!(50_000), 50_000), (json!(123), 123)] {
        let checked = check(&exec(), json!({"cmd": "x", "max_output_tokens": value})).unwrap();
        assert_eq!(checked, Checked { arguments: map(json!({"cmd": "x"})), max_output_tokens: expected });
    }
    assert_eq!(check(&exec(), json!({"cmd": "x"})).unwrap().max_output_tokens, 10_000);
    let refused = [
        ("\"100\"", "\"100\""),
        ("1.0", "1.0"),
        ("0", "0"),
        ("-1", "-1"),
        ("50001", "50001"),
        ("null", "null"),
        ("1e3", "1000.0"),
        ("1.5", "1.5"),
        ("-0", "-0.0"),
        ("true", "true"),
        ("[100]", "an array"),
        ("{}", "an object"),
        ("18446744073709551616", "1.8446744073709552e+19"),
        ("4294967297", "4294967297"),
    ];
    for (literal, shown) in refused {
        let arguments =
            serde_json::from_str(&format!("{{\"cmd\": \"x\", \"max_output_tokens\": {literal}}}")).unwrap();
        assert_eq!(
            check(&exec(), arguments).unwrap_err(),
            format!("exec_command: max_output_tokens must be an integer between 1 and 50000, not {shown}"),
        );
    }
}

#[test]
fn coerced() {
    let schema = preflight(json!({
        "type": "object",
        "properties": {
            "i": {"type": "integer"},
            "n": {"type": "number"},
            "b": {"type": "boolean"},
            "s": {"type": "string"},
            "si": {"type": ["string", "integer"]},
            "in": {"type": ["integer", "null"]},
            "e": {"enum": [1, 2]},
            "es": {"enum": ["1", "2"]},
            "any": {},
            "opt": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "either": {"oneOf": [{"type": "integer"}, {"type": "boolean"}]},
            "free": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "ref": {"$ref": "#/$defs/size"},
            "all": {"allOf": [{"$ref": "#/$defs/size"}]},
            "list": {"type": "array", "items": {"type": "integer"}},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            "o": {"type": "object", "properties": {"deep": {"type": "array", "items": {"$ref": "#/$defs/node"}}}},
            "m": {"type": "object", "additionalProperties": {"type": "boolean"}},
            "node": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
        },
        "$defs": {
            "size": {"type": "integer"},
            "node": {"type": "object", "properties": {"id": {"type": "integer"}, "next": {"$ref": "#/$defs/node"}}},
        },
    }));
    let table = [
        (json!({"i": "42"}), json!({"i": 42})),
        (json!({"i": "-7"}), json!({"i": -7})),
        (json!({"i": 42.0}), json!({"i": 42})),
        (json!({"i": "42.0"}), json!({"i": 42})),
        (json!({"i": 1e3}), json!({"i": 1000})),
        (json!({"i": u64::MAX}), json!({"i": u64::MAX})),
        (json!({"n": "1.5"}), json!({"n": 1.5})),
        (json!({"n": "3"}), json!({"n": 3})),
        (json!({"n": 3.0}), json!({"n": 3.0})),
        (json!({"b": "true"}), json!({"b": true})),
        (json!({"b": "false"}), json!({"b": false})),
        (json!({"s": "42"}), json!({"s": "42"})),
        (json!({"si": "42"}), json!({"si": "42"})),
        (json!({"in": "42"}), json!({"in": 42})),
        (json!({"in": null}), json!({"in": null})),
        (json!({"e": "2"}), json!({"e": 2})),
        (json!({"es": "2"}), json!({"es": "2"})),
        (json!({"any": "2"}), json!({"any": "2"})),
        (json!({"opt": "42"}), json!({"opt": 42})),
        (json!({"either": "42"}), json!({"either": 42})),
        (json!({"either": "true"}), json!({"either": true})),
        (json!({"free": "42"}), json!({"free": "42"})),
        (json!({"ref": "42"}), json!({"ref": 42})),
        (json!({"all": "42"}), json!({"all": 42})),
        (json!({"list": ["1", 2, "3"]}), json!({"list": [1, 2, 3]})),
        (json!({"pair": ["1", "2"]}), json!({"pair": ["1", 2]})),
        (
            json!({"o": {"deep": [{"id": "5", "next": {"id": "6"}}]}}),
            json!({"o": {"deep": [{"id": 5, "next": {"id": 6}}]}}),
        ),
        (json!({"m": {"x": "true"}}), json!({"m": {"x": true}})),
        (json!({"node": {"id": "5"}}), json!({"node": {"id": 5}})),
    ];
    for (given, expected) in table {
        assert_eq!(check(&schema, given).map(|checked| Value::Object(checked.arguments)), Ok(expected));
    }
    let refused = [
        (json!({"i": "20.5"}), "`i` must be an integer, not \"20.5\""),
        (json!({"i": 20.5}), "`i` must be an integer, not 20.5"),
        (json!({"i": "x"}), "`i` must be an integer, not \"x\""),
        (json!({"i": ""}), "`i` must be an integer, not \"\""),
        (json!({"i": "true"}), "`i` must be an integer, not \"true\""),
        (json!({"b": "1"}), "`b` must be a boolean, not \"1\""),
        (json!({"b": "True"}), "`b` must be a boolean, not \"True\""),
        (json!({"b": 1}), "`b` must be a boolean, not 1"),
        (json!({"s": 42}), "`s` must be a string, not 42"),
        (json!({"in": "null"}), "`in` must be null or an integer, not \"null\""),
        (json!({"list": "[1]"}), "`list` must be an array, not \"[1]\""),
        (json!({"list": [1, "x"]}), "`list[1]` must be an integer, not \"x\""),
        (json!({"o": {"deep": [{"id": {}}]}}), "`o.deep[0].id` must be an integer, not an object"),
    ];
    for (given, expected) in refused {
        assert_eq!(check(&schema, given).unwrap_err(), format!("exec_command: {expected}"));
    }
}

#[test]
fn problems_of_exec_command() {
    let table = [
        (json!({}), "`cmd` is required"),
        (json!({"cmd": ""}), "`cmd` must not be empty"),
        (json!({"cmd": "x", "timeout": 5}), "unknown field `timeout`"),
        (json!({"cmd": "x", "cwd": "/"}), "unknown field `cwd`"),
        (json!({"command": "x"}), "unknown field `command`, the nearest is `cmd`; `cmd` is required"),
        (
            json!({"cmd": "x", "maxOutputTokens": 5}),
            "unknown field `maxOutputTokens`, the nearest is `max_output_tokens`",
        ),
        (json!({"cmd": "x", "yield_time_ms": -1}), "`yield_time_ms` must be at least 0, not -1"),
        (
            json!({"cmd": "x", "sandbox_permissions": "all"}),
            "`sandbox_permissions` must be one of \"use_default\", \"require_escalated\", not \"all\"",
        ),
        (
            json!({"cmd": 5, "tty": "yes", "max_output_tokens": 0}),
            "max_output_tokens must be an integer between 1 and 50000, not 0; `cmd` must be a string, not 5; `tty` \
             must be a boolean, not \"yes\"",
        ),
    ];
    for (given, expected) in table {
        assert_eq!(check(&exec(), given).unwrap_err(), format!("exec_command: {expected}"));
    }
}

#[test]
fn every_kind_of_problem() {
    let table = [
        (json!({"type": "integer", "maximum": 100}), json!(101), "`x` must be at most 100, not 101"),
        (json!({"exclusiveMinimum": 0}), json!(0), "`x` must be more than 0, not 0"),
        (json!({"exclusiveMaximum": 9}), json!(9), "`x` must be less than 9, not 9"),
        (json!({"multipleOf": 5}), json!(7), "`x` must be a multiple of 5, not 7"),
        (json!({"const": "a"}), json!("b"), "`x` must be \"a\", not \"b\""),
        (json!({"minLength": 3}), json!("b"), "`x` must have at least 3 characters, not \"b\""),
        (json!({"maxLength": 3}), json!("bbbb"), "`x` must have at most 3 characters, not \"bbbb\""),
        (json!({"pattern": "\\S"}), json!("  "), "`x` must match the pattern `\\S`, not \"  \""),
        (json!({"minItems": 1}), json!([]), "`x` must not be empty"),
        (json!({"minItems": 2}), json!([1]), "`x` must have at least 2 elements"),
        (json!({"maxItems": 1}), json!([1, 2]), "`x` must have at most 1 elements"),
        (json!({"uniqueItems": true}), json!([1, 1]), "`x` must not have an element twice"),
        (json!({"type": ["string", "array"]}), json!(1), "`x` must be a string or an array, not 1"),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "array"}]}),
            json!(1),
            "`x` has none of its possible forms (`x` must be a string, not 1 or `x` must be an array, not 1)",
        ),
        (
            json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
            json!({}),
            "one of `x.a`, `x.b` is required",
        ),
        (
            json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}),
            json!(1),
            "`x` must have exactly one of its possible forms, not several",
        ),
        (json!({"type": "object", "required": ["a"]}), json!({}), "`x.a` is required"),
        (
            json!({"properties": {"alpha": {}}, "additionalProperties": false}),
            json!({"alpa": 1}),
            "unknown field `x.alpa`, the nearest is `alpha`",
        ),
    ];
    for (schema, given, expected) in table {
        let schema = json!({"type": "object", "properties": {"x": schema}});
        let message = check(&preflight(schema), json!({"x": given})).unwrap_err();
        assert_eq!(message, format!("exec_command: {expected}"));
    }
}

#[test]
fn hints_and_details() {
    let failure = exec().check(Arguments::Object(map(json!({"cmd": "x", "command": "y"})))).unwrap_err();
    assert_eq!(
        failure.hints,
        ["Valid fields: cmd, workdir, tty, yield_time_ms, sandbox_permissions, max_output_tokens."],
    );
    assert_eq!(
        json!(failure.details),
        json!({"problems": [{"field": "command", "problem": "unknown field `command`, the nearest is `cmd`"}]}),
    );
    // The valid fields of a nested object, also behind a reference.
    let nested = preflight(json!({
        "type": "object",
        "properties": {"o": {"$ref": "#/$defs/o"}},
        "$defs": {"o": {"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": false}},
    }));
    let failure = nested.check(Arguments::Object(map(json!({"o": {"z": 1}})))).unwrap_err();
    assert_eq!(
        (failure.message.as_str(), failure.hints),
        ("exec_command: unknown field `o.z`", vec!["Valid fields: a, b.".into()])
    );
}

#[test]
fn problems_are_bounded() {
    let many: Map<String, Value> = (0..100).map(|n| (format!("{n}{}", "z".repeat(500)), json!(n))).collect();
    let failure = exec().check(Arguments::Object(many)).unwrap_err();
    assert!(failure.message.ends_with("; and 93 more"), "{}", failure.message);
    assert!(failure.message.len() < 1200, "{}", failure.message.len());
    assert!(json!(failure.details).to_string().len() < 3000);
    let huge = check(&exec(), json!({"cmd": "x", "tty": "y".repeat(1 << 20)})).unwrap_err();
    assert_eq!(huge, format!("exec_command: `tty` must be a boolean, not \"{}…\"", "y".repeat(60)));
}

#[test]
fn text() {
    let parsed = exec().check(Arguments::Text(r#" {"cmd": "ls", "max_output_tokens": 5} "#.into())).unwrap();
    assert_eq!(parsed, Checked { arguments: map(json!({"cmd": "ls"})), max_output_tokens: 5 });
    for text in ["ls -l", "[1]", "null", "\"{}\"", "", "{\"cmd\": "] {
        let failure = exec().check(Arguments::Text(text.into())).unwrap_err();
        assert_eq!(failure.message, "exec_command: the arguments must be a JSON object", "{text}");
        assert_eq!(failure.hints.len(), 1);
    }
    let schema = map(
        json!({"type": "object", "properties": {"patch": {"type": "string", "minLength": 1}}, "required": ["patch"]}),
    );
    let patch = Preflight::compile("apply_patch", &schema, Some("patch")).unwrap();
    for text in ["*** Begin Patch\n*** End Patch", "{\"patch\": \"x\"}", "42"] {
        let checked = patch.check(Arguments::Text(text.into())).unwrap();
        assert_eq!(checked, Checked { arguments: map(json!({"patch": text})), max_output_tokens: 10_000 });
    }
    let failure = patch.check(Arguments::Text(String::new())).unwrap_err();
    assert_eq!(failure.message, "apply_patch: `patch` must not be empty");
}

#[test]
fn parameters_have_the_budget() {
    let parameters = exec().parameters().clone();
    let names: Vec<&String> = parameters["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["cmd", "workdir", "tty", "yield_time_ms", "sandbox_permissions", "max_output_tokens"]);
    let budget = &parameters["properties"]["max_output_tokens"];
    assert_eq!(
        (&budget["minimum"], &budget["maximum"], &budget["default"]),
        (&json!(1), &json!(50_000), &json!(10_000))
    );
    assert_eq!(parameters["required"], json!(["cmd"]));
    let bare = preflight(json!({"type": "object"}));
    assert_eq!(bare.parameters()["additionalProperties"], json!(false));
    assert!(check(&bare, json!({"max_output_tokens": 5})).is_ok());
    assert!(check(&bare, json!({"x": 5})).is_err());
    let open = preflight(json!({"type": "object", "additionalProperties": true}));
    assert!(check(&open, json!({"x": 5})).is_ok());
    let composed =
        preflight(json!({"type": "object", "allOf": [{"properties": {"x": {"type": "integer"}}}]}));
    assert!(check(&composed, json!({"x": "5"})).is_ok());
}

#[test]
fn refused_schemas() {
    let table = [
        (json!({}), None, "the parameters must have `\"type\": \"object\"`"),
        (json!({"type": "array"}), None, "the parameters must have `\"type\": \"object\"`"),
        (
            json!({"type": "object", "properties": []}),
            None,
            "`properties` of the parameters must be an object",
        ),
        (
            json!({"type": "object", "properties": {"max_output_tokens": {}}}),
            None,
            "`max_output_tokens` is the host's own argument; remove it",
        ),
        (
            json!({"type": "object", "properties": {"a": {}}}),
            Some("b"),
            "the free-form argument `b` is not among its properties",
        ),
    ];
    for (schema, freeform, expected) in table {
        let failure = Preflight::compile("t", &map(schema), freeform).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message), ("invalid_schema", format!("t: {expected}")));
    }
    let invalid = [
        json!({"type": "object", "properties": {"a": {"type": "strnig"}}}),
        json!({"type": "object", "properties": {"a": {"minimum": "1"}}}),
        json!({"type": "object", "properties": {"a": {"pattern": "("}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/missing"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/schema.json"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}),
    ];
    for schema in invalid {
        let failure = Preflight::compile("t", &map(schema.clone()), None).unwrap_err();
        assert_eq!(failure.code, "invalid_schema", "{schema}");
        assert!(
            failure.message.starts_with("t: the parameters are not a valid JSON Schema: "),
            "{}",
            failure.message
        );
    }
}

#[test]
fn circular_schemas_end() {
    let circles = [
        json!({"$ref": "#/$defs/a"}),
        json!({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}),
        json!({"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}),
        json!({"not": {"$ref": "#/$defs/a"}}),
    ];
    for circle in circles {
        let schema =
            json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": {"a": circle}});
        if let Ok(preflight) = Preflight::compile("t", &map(schema), None) {
            for value in [json!("1"), json!({"x": "1"}), json!([1])] {
                let _ = preflight.check(Arguments::Object(map(json!({"x": value}))));
            }
        }
    }
}
