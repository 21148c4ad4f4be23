//! Commands in arguments: rows 16 and 65 of the known faults, and that no other byte changes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;

/// As the configuration reads a pointer.
fn parts(text: &str) -> Vec<String> {
    text.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}

#[test]
fn commands_are_found() {
    let rows = [
        (r#"{"command":"go test"}"#, "/command", Some("go test")),
        (r#" { "timeout" : 5 , "cmd" : "a\n\"b\" \u00e9" } "#, "/cmd", Some("a\n\"b\" é")),
        (r#"{"shell":{"cmd":"a"},"cmd":"b"}"#, "/shell/cmd", Some("a")),
        (r#"{"command":["bash","-lc","git diff"]}"#, "/command/2", Some("git diff")),
        (r#"{"a/b":{"~":"c"}}"#, "/a~1b/~0", Some("c")),
        (r#"{"":"c"}"#, "/", Some("c")),
        (r#"{"c\u006fmmand":"c"}"#, "/command", Some("c")),
        (r#""ls""#, "", Some("ls")),
        (r#"{"command":"a","other":1,"other":2}"#, "/command", Some("a")),
        // Exactly one value, and nothing behind it.
        (r#"{"command":"a"} {"command":"b"}"#, "/command", None),
        (r#"{"command":"a"}garbage"#, "/command", None),
        (r#"{"command":"a"},"#, "/command", None),
        (r#"{"command":"a""#, "/command", None),
        (r#"{"command":"a",}"#, "/command", None),
        ("", "/command", None),
        // No string at the end.
        (r#"{"command":5}"#, "/command", None),
        (r#"{"command":["a"]}"#, "/command", None),
        (r#"{"command":null}"#, "/command", None),
        (r#"{"other":"a"}"#, "/command", None),
        (r#"{"command":"a"}"#, "/command/x", None),
        (r#"{"command":["a"]}"#, "/command/1", None),
        (r#"{"command":["a"]}"#, "/command/00", None),
        (r#"{"command":["a"]}"#, "/command/+0", None),
        (r#"{"command":["a"]}"#, "/command/-", None),
        // Two readers, two commands.
        (r#"{"command":"a","command":"b"}"#, "/command", None),
        (r#"{"command":"a","c\u006fmmand":"b"}"#, "/command", None),
        // No text.
        (r#"{"command":"\ud800"}"#, "/command", None),
    ];
    for (text, path, expected) in rows {
        assert_eq!(command(text, &parts(path)).as_deref(), expected, "{text}");
        assert_eq!(with_command(text, &parts(path), "x").is_some(), expected.is_some(), "{text}");
    }
}

#[test]
fn rows_16_and_65_what_stands_beside_it_stays() {
    let rows = [
        (
            r#"{"command":"a","timeout":5,"description":"d"}"#,
            "/command",
            "b",
            r#"{"command":"b","timeout":5,"description":"d"}"#,
        ),
        (
            "{\n  \"z\": 9223372036854775808,\t\"cmd\" : \"a\" , \"a\": 1.0e+2, \"u\": \"\\u00e9\\/\"\r\n}\n",
            "/cmd",
            "say \"é\"\n\u{1}\\",
            "{\n  \"z\": 9223372036854775808,\t\"cmd\" : \"say \\\"é\\\"\\n\\u0001\\\\\" , \"a\": 1.0e+2, \"u\": \"\\u00e9\\/\"\r\n}\n",
        ),
        (
            r#"{"a":"x","command":["bash", "-lc" ,"x"]}"#,
            "/command/2",
            "y",
            r#"{"a":"x","command":["bash", "-lc" ,"y"]}"#,
        ),
        (r#"{"a":{"b":"x"},"b":"x"}"#, "/a/b", "", r#"{"a":{"b":""},"b":"x"}"#),
    ];
    for (text, path, replacement, expected) in rows {
        assert_eq!(with_command(text, &parts(path), replacement).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn depth_is_no_fault() {
    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(100_000), "]".repeat(100_000));
    let text = format!(r#"{{"other":{},"command":"a"}}"#, deep("1"));
    assert_eq!(command(&text, &parts("/command")).as_deref(), Some("a"));
    assert_eq!(command(&deep("["), &parts("/0/0")), None);
}

/// JSON with members around the command, in forms that no serialiser writes.
fn surrounded() -> impl Strategy<Value = (String, String, String)> {
    let noise = prop::sample::select(vec![
        "",
        "\"a\": 1.50e3,",
        " \"b\" :[ 1,{\"command\":\"no\"} ] ,",
        "\"\\u0063\":\"\\u00e9\\/\",\n",
        "\"d\":{\"command\":\"no\"},",
    ]);
    (noise, any::<String>(), prop::sample::select(vec!["}", " \n}", ",\"z\":-0.0}", ", \"y\" : null }\r\n"]))
        .prop_map(|(before, command, after)| (format!("{{{before}\"command\" : "), command, after.to_owned()))
}

proptest! {
    #[test]
    fn splicing_leaves_all_other_bytes((before, old, after) in surrounded(), new in any::<String>()) {
        let path = parts("/command");
        let text = format!("{before}{}{after}", Value::from(old.as_str()));
        prop_assert_eq!(command(&text, &path), Some(old.clone()));
        let spliced = with_command(&text, &path, &new).unwrap();
        prop_assert!(spliced.starts_with(&before) && spliced.ends_with(&after));
        prop_assert_eq!(command(&spliced, &path), Some(new));
        // And back.
        prop_assert_eq!(with_command(&spliced, &path, &old), Some(text));
    }

    #[test]
    fn the_same_command_changes_at_most_escapes((before, old, after) in surrounded()) {
        let path = parts("/command");
        let escaped: String = old.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
        let text = format!("{before}\"{escaped}\"{after}");
        let same = command(&text, &path).unwrap();
        prop_assert_eq!(&same, &old);
        prop_assert_eq!(with_command(&text, &path, &same), Some(format!("{before}{}{after}", Value::from(old))));
    }

    #[test]
    fn nothing_panics(text in "[\\[\\]{}\",:\\\\a0-9 u]{0,40}", part in "[a0-9~-]{0,3}") {
        let path = [part];
        prop_assert_eq!(command(&text, &path).is_some(), with_command(&text, &path, "x").is_some());
    }
}
