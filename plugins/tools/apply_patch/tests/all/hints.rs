//! What a refusal of a hunk that fits several places says to write is right: copied, it lands.

use toolhost_apply_patch::memory::Memory;

use crate::support::applied;

/// The `@@` lines that the hints name.
fn suggested(hints: &[String]) -> Vec<&str> {
    let quoted = hints.iter().filter_map(|hint| hint.split_once("such as `"));
    quoted.map(|(_, rest)| rest.strip_suffix("`.").unwrap()).collect()
}

#[test]
fn a_suggested_line_tells_places_apart() {
    let method = |name: &str| {
        let parameters = "Map<String, List<Integer>> rows, Comparator<? super Integer> order, int columns";
        format!(
            "    public static long {name}OfRowsThatAreSorted({parameters}) {{\n        flush();\n    }}\n"
        )
    };
    let java = format!("class Table {{\n{}{}}}\n", method("histogram"), method("quantiles"));
    let endless = format!("a() {{\n  {}\n}}\n", "x".repeat(300)).repeat(2);
    let signature = method("histogram").lines().next().unwrap().trim().to_owned();
    // The file, a hunk, and what is suggested.
    let table: &[(&str, &str, &[&str])] = &[
        (&java, "-        flush();", &[&format!("@@ {signature}")]),
        ("a:\n  x\nb:\n  x\n", "-  x", &["@@ a:"]),
        ("longer:\n  x\nb:\n  x\n", "-  x", &["@@ b:"]),
        // The block around one of the places has the other, too.
        ("class A:\n  x\n  def m(self):\n    x\n", "-x", &["@@ def m(self):", "@@ -2 +2 @@"]),
        // One of the places cannot be told from another by what encloses it.
        ("a:\n  x\nb:\n  x\nb:\n  x\n", "-  x", &["@@ a:", "@@ -2 +2 @@"]),
        (&"x\n".repeat(1_000), "-x\n+y", &["@@ -1 +1 @@"]),
        (&endless, &format!("-  {}", "x".repeat(300)), &["@@ -2 +2 @@"]),
        (&format!("a{0}:\n  x\nb{0}:\n  x\n", "c".repeat(300)), "-  x", &["@@ -2 +2 @@"]),
        ("a\nb\na\n", "@@ a\n+x", &["@@ -1 +1 @@"]),
    ];
    for (file, hunk, expected) in table {
        let memory = Memory::of([("f", file.as_bytes())]);
        let attempt = |hunks: &str| applied(&mut memory.clone(), &format!("*** Update File: f\n{hunks}"));
        let failure = attempt(hunk).unwrap_err();
        assert_eq!(
            (failure.code.as_str(), suggested(&failure.hints)),
            ("ambiguous", expected.to_vec()),
            "{file}"
        );
        for line in *expected {
            assert!(attempt(&format!("{line}\n{hunk}")).is_ok(), "{line}\n{hunk}\n{file}");
        }
    }
}
