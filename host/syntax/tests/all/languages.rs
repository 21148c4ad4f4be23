//! Which language a name, an extension or a file means.

use std::collections::BTreeSet;

use toolhost_syntax::Language;

/// Languages by what people call them.
const BY_NAME: &[(&str, Option<&str>)] = &[
    ("rust", Some("rust")),
    ("Rust", Some("rust")),
    ("rs", Some("rust")),
    (".rs", Some("rust")),
    ("python3", Some("python")),
    ("py", Some("python")),
    ("golang", Some("go")),
    ("c++", Some("cpp")),
    ("C++", Some("cpp")),
    ("hpp", Some("cpp")),
    ("c", Some("c")),
    ("h", Some("c")),
    ("jsx", Some("javascript")),
    ("node", Some("javascript")),
    ("ts", Some("typescript")),
    ("tsx", Some("tsx")),
    ("java", Some("java")),
    ("shell", Some("bash")),
    ("sh", Some("bash")),
    ("C#", Some("csharp")),
    ("cs", Some("csharp")),
    ("rb", Some("ruby")),
    ("php", Some("php")),
    ("swift", Some("swift")),
    ("kt", Some("kotlin")),
    ("kts", Some("kotlin")),
    ("scala", Some("scala")),
    ("lua", Some("lua")),
    ("ex", Some("elixir")),
    ("exs", Some("elixir")),
    ("dart", Some("dart")),
    ("hs", Some("haskell")),
    ("terraform", Some("hcl")),
    ("tf", Some("hcl")),
    ("nix", Some("nix")),
    ("", None),
    (".", None),
    ("cobol", None),
];

/// Files by name and beginning.
const BY_FILE: &[(&str, &str, Option<&str>)] = &[
    ("lib.rs", "", Some("rust")),
    ("src/LIB.RS", "", Some("rust")),
    ("rs", "", None),
    ("run", "#!/usr/bin/env rust-script\n", Some("rust")),
    ("notes.txt", "#!/usr/bin/env rust-script\n", None),
    ("run", "", None),
    ("run", "#!/usr/bin/python3.12 -u\nprint()", Some("python")),
    ("run", "#! /bin/sh\r\n", Some("bash")),
    ("run", "\u{feff}#!/usr/bin/env -S LANG=C node --flag\n", Some("javascript")),
    ("run", "#!/usr/bin/env\n", None),
    ("run", "#!\n", None),
    ("run", "echo\n#!/bin/sh\n", None),
    ("PKGBUILD", "", Some("bash")),
    (".bashrc", "", Some("bash")),
    ("a.mjs", "", Some("javascript")),
    ("a.d.ts", "", Some("typescript")),
    ("a.C", "", Some("cpp")),
    ("a.c", "class X {};", Some("c")),
    ("a.h", "", Some("c")),
    ("a.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(int class_id);\n", Some("c")),
    ("a.h", "/* a class of things */\nint f(void); // using\n", Some("c")),
    ("a.h", "namespace a {}", Some("cpp")),
    ("a.h", "#pragma once\nclass Seat;", Some("cpp")),
    ("a.h", "struct A {\npublic:\n int x; };", Some("cpp")),
    ("a.h", "int f(std::string);", Some("cpp")),
    ("a.h", "#import <A/B.h>\n@interface A\nclass B;", None),
    ("Gemfile", "", Some("ruby")),
    ("a.gemspec", "", Some("ruby")),
    ("run", "#!/usr/bin/env ruby\n", Some("ruby")),
    ("run", "#!/usr/bin/env php8.2\n", Some("php")),
    ("run", "#!/usr/bin/lua5.4\n", Some("lua")),
    ("run", "#!/usr/bin/env elixir\n", Some("elixir")),
    ("run", "#!/usr/bin/env runhaskell\n", Some("haskell")),
    ("build.gradle.kts", "", Some("kotlin")),
    ("build.sbt", "", Some("scala")),
    ("a.tfvars", "", Some("hcl")),
    ("flake.nix", "", Some("nix")),
    ("", "", None),
];

#[test]
fn languages_are_found_by_name() {
    for (name, expected) in BY_NAME {
        assert_eq!(Language::by_name(name).map(Language::name), *expected, "{name:?}");
    }
}

#[test]
fn languages_are_found_by_file() {
    for (name, head, expected) in BY_FILE {
        let found = Language::of_file(name, head.as_bytes()).map(Language::name);
        assert_eq!(found, *expected, "{name:?} {head:?}");
    }
}

#[test]
fn names_are_unique_and_every_row_is_found_by_its_own() {
    let names: BTreeSet<&str> = Language::all().map(Language::name).collect();
    assert_eq!(names.len(), Language::all().count());
    for language in Language::all() {
        assert_eq!(Language::by_name(language.name()), Some(language));
        let [first, ..] = language.extensions() else { panic!("{}: no extension", language.name()) };
        assert_eq!(Language::of_file(&format!("file.{first}"), b""), Some(language));
    }
}
