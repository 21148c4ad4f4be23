//! Declarations that cannot stand in one file with those of a fixture, and names that their surroundings rule out.

use crate::support::{definitions, outline};
use toolhost_syntax::Language;

/// A language, a file, and all that it declares.
const FILES: &[(&str, &str, &[&str])] = &[
    (
        "csharp",
        "namespace Shop.Scoped;\n\nclass Größe { string Café; }\nclass Primary(int seed) { }\n",
        &[
            "1:11 module Shop.Scoped",
            "1:16 module Scoped",
            "3:7 class Größe",
            "3:24 field Café",
            "4:7 class Primary",
        ],
    ),
    ("csharp", "namespace Plain;\n", &["1:11 module Plain"]),
    (
        "csharp",
        "using System;\nint count = 1;\nvoid Run() { }\nvar twice = (int number) => number * 2;\n",
        &["2:5 variable count", "3:6 function Run", "4:5 function twice"],
    ),
    (
        "csharp",
        "#if DEBUG\nclass Debugged { }\n#else\nclass Released { }\n#endif\n",
        &["2:7 class Debugged", "4:7 class Released"],
    ),
    (
        "ruby",
        "class ::Global; end\nmodule A::B::C; end\n",
        &["1:9 class Global", "2:8 module A::B::C", "2:14 module C"],
    ),
    ("ruby", "if true\n  name = 1\nend\ntask do\n  local = 1\nend\n", &["2:3 variable name"]),
    (
        "php",
        "<?php namespace A { $one = 1; } namespace { function two() { $three = 1; } }",
        &["1:17 module A", "1:22 variable one", "1:54 function two"],
    ),
    (
        "swift",
        "#if os(Linux)\nlet flag = true\n#endif\nextension A.B { func added() {} }\n",
        &["2:5 constant flag", "4:22 method added"],
    ),
    (
        "kotlin",
        "package plain\n\nfun <T> T.also2(block: (T) -> Unit): T = this\nval <T> List<T>.second: T get() = this[1]\n",
        &["1:9 module plain", "3:11 function also2", "4:17 variable second"],
    ),
    (
        "scala",
        "package a.b\npackage c {\n  def inner = 1\n}\nclass Plain(val `type`: Int)\n",
        &[
            "1:9 module a.b",
            "1:11 module b",
            "2:9 module c",
            "3:7 method inner",
            "5:7 class Plain",
            "5:18 field type",
        ],
    ),
    ("lua", "return { run = function() end, [\"size\"] = 1, 2 }", &["1:10 function run", "1:34 field size"]),
    ("elixir", "defmodule(Shop, do: def(run(times), do: times))", &["1:11 module Shop", "1:25 function run"]),
    (
        "elixir",
        "defmodule A do\n  def a ~> b when is_list(a), do: b\n  defmacro unquote(name)(), do: 1\nend\n",
        &["1:11 module A", "2:9 function ~>"],
    ),
    (
        "dart",
        "main() {}\nvar x = 1, y;\nclass A { A(); A.named(); get b => 1; }\n",
        &[
            "1:1 function main",
            "2:5 variable x",
            "2:12 variable y",
            "3:7 class A",
            "3:11 constructor A",
            "3:18 constructor named",
            "3:31 property b",
        ],
    ),
    (
        "haskell",
        "one 1 = 1\n-- between\none 2 = 2\ntwo = 2\none 3 = 3\nx <+> 1 = x\nx <+> 2 = x\n",
        &["1:1 function one", "4:1 variable two", "5:1 function one", "6:3 function <+>"],
    ),
    ("hcl", "region = \"eu\"\nsizes  = { small = 1 }\n", &["1:1 variable region", "2:1 variable sizes"]),
    (
        "nix",
        "final: previous: let helper = 1; in { added = helper; inherit (previous) kept; }",
        &["1:22 variable helper", "1:39 field added", "1:74 field kept"],
    ),
];

#[test]
fn each_file_declares_what_it_says() {
    for (language, source, expected) in FILES {
        let language = Language::by_name(language).unwrap();
        let found = definitions(source.as_bytes(), &outline(language, source.as_bytes()));
        assert_eq!(found, *expected, "{}: {source}", language.name());
    }
}

/// A language, a file with names in guillemets, and of each whether it may be a declaration's name.
const PLACES: &[(&str, &str, &[bool])] = &[
    ("csharp", "using A.«Foo»;", &[false]),
    ("csharp", "namespace A.«Foo»;", &[true]),
    ("csharp", "var a = new «Foo»(«b»); return «c»;", &[false, false, false]),
    ("csharp", "«Foo» a = b.«Bar»(); T «Foo»() => «Bar»();", &[false, false, true, false]),
    ("csharp", "void IDisposable.«Dispose»() { b.«Dispose»(); }", &[true, false]),
    ("csharp", "class A : «B», C<«D»> { }", &[false, false]),
    ("ruby", "def self.«run»; @a.«run»; end", &[true, false]),
    ("ruby", "class A::«B» < «C»; end", &[true, false]),
    ("ruby", "attr_reader :«a», :«b»\nbefore_action :«c»\nend", &[true, true, false]),
    ("ruby", "«a» = «b»\nfoo(«c»)", &[true, false, false]),
    ("php", "use A\\«B»; namespace C\\«D»;", &[false, true]),
    ("php", "new «A»(«B»::C); function f(«D» $a) {}", &[false, false, false]),
    ("php", "private int $«a»; $this->«b»; f($«c»);", &[true, false, false]),
    ("swift", "let a: «B» = «C».d; func e(f: «G») -> «H» {}", &[false, false, false, false]),
    ("swift", "struct «A» {} extension «B» {}", &[true, false]),
    ("kotlin", "import a.«B»\npackage a.«b»", &[false, true]),
    ("kotlin", "fun A<B>.«c»() = d.«e»()", &[true, false]),
    ("kotlin", "fun @receiver:Fancy A.«b»() {}", &[true]),
    ("kotlin", "val a: «B» = «C»(d)\nenum class E { «F», «G» }", &[false, false, true, true]),
    ("scala", "import a.{«B», «C» => D}\nimport a.«B»", &[false, false, false]),
    ("scala", "def a(b: «C»): «D» = new «E»", &[false, false, false]),
    ("lua", "local a, «b»\nx = 1\nfoo(«c»)\nfunction d.e:«f»() end\nd:«f»()", &[true, false, true, false]),
    ("elixir", "defmodule A.«B» do\n  «C».d(«e»)\n  alias F.«G»\nend", &[true, false, false, false]),
    ("elixir", "defstruct [:«a», «b»: 1]\n@«c» 1\n«d»(1)", &[true, true, true, false]),
    ("dart", "class A { A.«b»(); return A.«c»(); f(«D» e) => «g»();", &[true, false, false, false]),
    ("dart", "library a.«b»; import 'c' show «D»;", &[true, false]),
    ("haskell", "import A.«B»\nmodule A.«B» where", &[false, true]),
    ("haskell", "a = f «b»\ndata C = «D» | «E»", &[false, true, true]),
    ("hcl", "resource \"a\" \"«b»\" {\n  c = var.«d»\n  e = [«f»]\n}", &[true, false, false]),
    ("nix", "{ «a».«b» = c.«d»; inherit (e.${f}) g «h»; i = «j»; }", &[false, true, false, true, false]),
    ("nix", "{ inherit (a // (b // c)) d «e»; f = (g // h) «i»; j = k (l m) «n»; }", &[true, false, false]),
];

#[test]
fn names_are_ruled_out_by_what_is_around_them() {
    for (language, text, expected) in PLACES {
        let language = Language::by_name(language).unwrap();
        let mut source = String::new();
        let mut names = Vec::new();
        for (index, part) in text.split(['«', '»']).enumerate() {
            let start = source.len();
            source.push_str(part);
            if index % 2 == 1 {
                names.push(start..source.len());
            }
        }
        let found: Vec<bool> =
            names.into_iter().map(|name| language.may_declare(source.as_bytes(), name)).collect();
        assert_eq!(found, *expected, "{}: {text}", language.name());
    }
}
