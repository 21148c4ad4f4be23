//! `code_search`: what is a definition, language by language. ① stands before the name of each.

use serde_json::json;

use crate::support::Search;
use crate::support::marked::Marked;

/// A file of each language with every kind of declaration that it has.
const SOURCES: [(&str, &str); 22] = [
    (
        "a.rs",
        "pub mod ①shapes {
    pub const ①LIMIT: usize = 4;
    pub static ①COUNTER: u8 = 0;
    pub type ①Distance = f64;
    pub struct ①Point { pub ①across: f64, pub ①down: f64 }
    pub struct ①Unit;
    pub enum ①Colour { ①Red, ①Mixed { ①shade: u8 }, ①Other(u8) }
    pub union ①Either { ①whole: u32, ①part: f32 }
    pub trait ①Shape { const ①SIDES: u8; type ①Output; fn ①area(&self) -> f64; fn ①turn(&self) {} }
    impl Point { pub const ①ORIGIN: u8 = 0; pub fn ①length(&self) {} }
    extern \"C\" { fn ①external(value: i32); }
    macro_rules! ①square { () => {} }
    pub async fn ①waits() {}
    fn ①outer() { fn ①inner() {} }
    mod ①elsewhere;
}
",
    ),
    (
        "a.py",
        "①LIMIT = 4
①counter: int = 0
①square = lambda x: x * x
type ①Distance = float
class ①Shape:
    ①sides = 4
    ①angle: int = 90
    def __init__(self):
        self.①across = 1
    @property
    def ①area(self):
        return 0
    async def ①waits(self): ...
    class ①Inner: ...
def ①outer():
    def ①nested(): ...
@decorated
def ①wrapped(): ...
",
    ),
    (
        "a.js",
        "export const ①LIMIT = 4;
let ①counter = 0;
var ①legacy = 1;
const ①square = (x) => x * x;
const ①cube = function () {};
const { ①width, size: ①renamed } = other;
const [①first, ...①remaining] = other;
export function ①area() {}
async function ①waits() {}
function* ①steps() {}
export class ①Shape {
  ①sides = 4;
  static ①kinds = 1;
  ①#secret = 1;
  get ①angle() { return 1 }
  ①turn() {}
  static ①make() {}
}
const ①table = { ①run() {} };
",
    ),
    (
        "a.ts",
        "export interface ①Shape { ①sides: number; ①area(): number; readonly ①label?: string }
export type ①Distance = number;
export enum ①Colour { ①Red, ①Green = 2 }
namespace ①Shapes { export const ①LIMIT = 4 }
export abstract class ①Base { private ①across = 1; abstract ①turn(): void; ①move() {} }
function ①pick(x: string): void;
function ①pick(x: number): void;
function ①pick(x: any) {}
declare function ①outside(): void;
declare const ①GIVEN: number;
const ①square = (x: number) => x;
",
    ),
    (
        "a.tsx",
        "type ①Props = { ①label: string };
export function ①Panel(props: Props) { return <div>{props.label}</div> }
export const ①Button = (props: Props) => <button />;
export class ①View { ①render() { return <Panel label=\"x\" /> } }
export enum ①Mode { ①Dark }
",
    ),
    (
        "a.go",
        "package ①shapes

const ①Limit = 4

const (
\t①First = iota
\t①Second
)

var ①counter int

var (
\t①one, ①two = 1, 2
)

type ①Distance = float64
type ①Kind int
type ①Point struct {
\t①Across, ①Down float64
\t①label        string
}
type ①Shape interface {
\t①Area() float64
}

func ①Make() Point { return Point{} }
func (p *Point) ①Move() {}
",
    ),
    (
        "A.java",
        "package shapes;
interface ①Shape { int ①SIDES = 4; double ①area(); default void ①turn() {} }
abstract class ①Base implements Shape {
    static final int ①LIMIT = 4;
    private int ①across, ①down;
    ①Base() {}
    abstract void ①move();
    static class ①Inner {}
}
enum ①Colour { ①RED, ①GREEN(2); int ①code() { return 1; } }
@interface ①Marked { int ①weight() default 1; }
record ①Pair(int left, int right) {}
",
    ),
    (
        "a.c",
        "#define ①LIMIT 4
#define ①SQUARE(x) ((x) * (x))
typedef unsigned long ①distance;
typedef int (*①handler)(int);
struct ①point { int ①across; int *①down; char ①label[4]; };
union ①either { int ①whole; float ①part; };
enum ①colour { ①RED, ①GREEN = 2 };
typedef struct { int ①left; } ①pair;
static int ①counter = 0;
const char *①title = \"x\";
int ①prototype(int);
static inline int ①cube(int x) { return x * x * x; }
char *①duplicate(const char *text) { return 0; }
int ①old(a, b) int a; int b; { return a; }
",
    ),
    (
        "a.cpp",
        "#define ①LIMIT 4
namespace ①shapes {
constexpr int ①SIDES = 4;
auto ①square = [](int x) { return x * x; };
using ①Distance = double;
typedef int ①Count;
enum class ①Colour { ①Red, ①Green };
template <typename T> class ①Box { public: T ①content; };
struct ①Point { int ①across; static int ①made; double ①length() const; virtual void ①turn() = 0; };
double Point::①length() const { return 0; }
template <typename T> T ①largest(T a, T b) { return a; }
namespace ①inner { class ①Late {}; }
}
",
    ),
    (
        "A.cs",
        "namespace ①Shapes {
    public delegate void ①Changed(int x);
    public interface ①IShape { double ①Area(); int ①Sides { get; } }
    public enum ①Colour { ①Red, ①Green = 2 }
    public struct ①Point { public int ①Across, ①Down; }
    public record ①Pair(int Left);
    public partial class ①Base {
        public const int ①Limit = 4;
        private static int ①counter;
        public string ①Label { get; set; }
        public event Changed ①OnChange;
        public ①Base() {}
        public void ①Move() {}
    }
}
",
    ),
    (
        "a.rb",
        "module ①Shapes
  ①LIMIT = 4
  class ①Shape
    attr_accessor :①across
    attr_reader :①down, :①label
    def ①area; end
    def self.①make; end
    define_method(:①turn) { }
  end
end
def ①helper = 1
",
    ),
    (
        "a.php",
        "<?php
namespace ①Shapes;
const ①LIMIT = 4;
function ①helper() {}
interface ①Shape { const ①SIDES = 4; public function ①area(); }
trait ①Turns { public function ①turn() {} }
enum ①Colour: string { case ①Red = 'r'; case ①Green = 'g'; }
abstract class ①Base { private int $①across = 1; public static $①made; const ①KIND = 1; abstract function ①move(); }
",
    ),
    (
        "a.swift",
        "protocol ①Shape {
    var ①sides: Int { get }
    func ①area() -> Double
}
enum ①Colour {
    case ①red, ①green
    case ①mixed(Int)
}
struct ①Point {
    var ①across = 0
    let ①down: Int
    func ①length() -> Int { return 0 }
}
class ①Base {
    static let ①LIMIT = 4
}
actor ①Worker {}
typealias ①Distance = Double
let ①counter = 0
var ①changing = 1
func ①helper() {}
extension Point {
    func ①move() {}
}
",
    ),
    (
        "a.kt",
        "package shapes

const val ①LIMIT = 4
var ①counter = 0
typealias ①Distance = Double
interface ①Shape {
    val ①sides: Int
    fun ①area(): Double
}
enum class ①Colour { ①RED, ①GREEN }
data class ①Point(val x: Int) {
    fun ①move() {}
    companion object {
        const val ①ORIGIN = 0
    }
}
object ①Registry {
    val ①entries = 1
}
fun ①helper() = 1
fun Point.①turned() = this
sealed class ①Base {
    class ①Inner
}
",
    ),
    (
        "a.scala",
        "package shapes

trait ①Shape {
  def ①area: Double
  val ①sides: Int
}
class ①Base {
  var ①across = 1
  private def ①move() = ()
}
case class ①Point(x: Int)
object ①Registry {
  val ①entries = 1
  type ①Distance = Double
}
enum ①Colour {
  case ①Red, ①Green
}
def ①helper() = 1
val ①LIMIT = 4
",
    ),
    (
        "a.sh",
        "①LIMIT=4
readonly ①FIXED=1
export ①SHARED=1
declare -a ①LIST=(1 2)
①helper() { :; }
function ①another { :; }
",
    ),
    (
        "a.lua",
        "①LIMIT = 4
local ①counter = 0
local ①one, ①two = 1, 2
function ①helper() end
local function ①hidden() end
local ①M = {}
function M.①area() end
function M:①turn() end
M.①square = function(x) return x end
local ①late = function() end
",
    ),
    (
        "a.ex",
        "defmodule ①Shapes do
  @①limit 4
  def ①area(x), do: x
  defp ①hidden(x) do
    x
  end
  defmacro ①square(x), do: x
  def ①guarded(x) when x > 0, do: x
end
defprotocol ①Shape do
  def ①sides(x)
end
",
    ),
    (
        "a.dart",
        "const ①limit = 4;
var ①counter = 0;
typedef ①Handler = void Function(int);
enum ①Colour { ①red, ①green }
abstract class ①Shape { int get ①sides; double ①area(); }
class ①Point extends Other { int ①across = 1; static const ①origin = 0; void ①move() {} }
mixin ①Turns { void ①turn() {} }
extension ①Moves on Point { void ①shift() {} }
int ①helper() => 1;
",
    ),
    (
        "a.hs",
        "module ①Shapes where

data ①Colour = ①Red | ①Green Int
data ①Point = ①MakePoint { ①across :: Int, ①down :: Int }
newtype ①Wrapped = ①Wrap Int
type ①Distance = Double
class ①Shape a where
  ①area :: a -> Double
①helper x = x + 1
①limit = 4
",
    ),
    (
        "a.tf",
        "variable \"①region\" {
  default = \"x\"
}
resource \"aws_instance\" \"①web\" {
}
data \"aws_ami\" \"①image\" {
}
module \"①network\" {
  source = \"./n\"
}
output \"①address\" {
  value = 1
}
",
    ),
    (
        "a.nix",
        "let
  ①value = 1;
in
{
  ①limit = 4;
  ①helper = x: x + value;
  ①nested = { ①inner = 1; };
}
",
    ),
];

/// Every name is defined where it is marked, and nowhere else.
#[test]
fn every_kind_of_declaration_is_a_definition() {
    let files = SOURCES.map(|(file, marked)| (file, Marked::new(marked)));
    let sources = files.each_ref().map(|(file, marked)| (*file, marked.source.as_str()));
    let mut search = Search::over(&sources);
    let mut faults = Vec::new();
    for (file, marked) in &files {
        for query in marked.names() {
            let arguments = json!({"query": query, "path": file, "result_types": ["definition"]});
            let (found, expected) = (search.places(&arguments), marked.places(query, file));
            if found != expected {
                faults.push(format!("{query}: found {found:?}, expected {expected:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} names:\n{}", faults.len(), faults.join("\n"));
}

/// Macros that stand between `class` and its name do not hide the class.
#[test]
fn export_macros_do_not_hide_a_class() {
    let table = [
        "class EXPORT_API ①Foo { };",
        "class EXPORT_API ①Foo : public Bar { void f(); };",
        "struct EXPORT_API ①Foo { int x; };",
        "class EXPORT_API ①Foo final { public: int x; };",
        "class EXPORT(shapes) ①Foo { };",
        "class __attribute__((visibility(\"default\"))) ①Foo { };",
        "class [[nodiscard]] ①Foo { };",
        "namespace n {\nclass EXPORT_API ①Foo {\npublic:\n  void f();\n};\n}",
        "template <typename T>\nclass EXPORT_API ①Foo { T x; };",
    ];
    for marked in table.map(Marked::new) {
        let mut search = Search::over(&[("a.cpp", &marked.source)]);
        let arguments = json!({"query": "Foo", "result_types": ["definition"]});
        assert_eq!(search.places(&arguments), marked.places("Foo", "a.cpp"), "{}", marked.source);
    }
}

/// What only uses a name, or begins with it, defines nothing.
#[test]
fn what_is_no_declaration_is_no_definition() {
    let table = [
        ("a.rs", "impl Widget {}\nimpl Shape for Widget {}\nuse a::Widget;\nfn WidgetFactory() {}\n"),
        ("a.py", "from a import Widget\nprint(Widget)\ndel Widget\n"),
        ("a.js", "export { Widget } from './a';\nimport Widget2 from 'a';\nnew Widget();\n"),
        ("a.go", "package p\n\nfunc f(x Widget) {}\n"),
        ("A.java", "import a.Widget;\nclass A extends Widget {}\n"),
        ("a.swift", "extension Widget {}\n"),
        ("a.rb", "Widget.new\nrequire 'Widget'\n"),
        ("a.txt", "class Widget {}\n"),
    ];
    let mut search = Search::over(&table);
    assert!(search.places(&json!({"query": "Widget", "result_types": ["definition"]})).is_empty());
}
