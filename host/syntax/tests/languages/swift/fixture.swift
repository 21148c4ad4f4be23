// Each kind of declaration that Swift has. Words in comments, such as Engine, are text.
import Foundation

let version = "1.0"
var first = 1, second: Int = 2
let (left, right) = (1, 2)
let doubled = { (number: Int) -> Int in number * 2 }
public typealias Handler = (Int) -> Void

protocol Runs: AnyObject {
    associatedtype Item
    var speed: Int { get set }
    static var shared: Self { get }
    init(size: Int)
    func run(times: Int) -> Bool
    static func make() -> Self
    subscript(index: Int) -> Item { get }
}

enum Suit: String, CaseIterable {
    case hearts = "h", spades
    case wild
    static let total = 3
    var label: String { rawValue }
    func shuffle() {}
}

indirect enum Tree<Leaf> {
    case leaf(Leaf)
    case node(left: Tree, right: Tree)
}

struct Point: Equatable {
    var x: Double
    var y = 0.0
    let origin: Bool
    lazy var length: Double = (x * x + y * y).squareRoot()
    static let zero = Point(x: 0, y: 0, origin: true)
    mutating func move(by delta: Double) { x += delta }
    static func == (one: Point, other: Point) -> Bool { one.x == other.x }
}

@objc open class Engine<T>: Base, Runs where T: Hashable {
    public static let maximum = 10
    class var kind: String { "engine" }
    private(set) var count: Int = 0 {
        willSet { print(newValue) }
        didSet { print(oldValue) }
    }
    @Published var published: T?
    weak var delegate: Runs?
    var computed: Int {
        get { count }
        set { count = newValue }
    }
    let callback: (Int) -> Void = { each in print(each) }
    typealias Item = T

    required init(size: Int) { self.count = size }
    convenience init?(name: String) { return nil }
    deinit {}
    override func run(times: Int) -> Bool {
        let local = 1
        var other = local
        let closure = { (value: Int) in value + other }
        func inner(_ deep: Int) -> Int { deep }
        for each in 0..<times { other += each }
        if let bound = published { print(bound) }
        guard case .leaf(let pattern) = tree else { return false }
        return inner(closure(other)) > 0
    }
    class func build() -> Engine { Engine(size: 1) }
    subscript(key: String) -> Int { count }
    class Nested {
        enum Deep { case one }
    }
}

actor Counter {
    var value = 0
    func increment() async { value += 1 }
}

extension Engine: CustomStringConvertible {
    var description: String { "Engine \(count)" }
    func extended() {}
    struct Inside {}
}

extension Int {
    static let answer = 42
}

infix operator <+>: AdditionPrecedence
precedencegroup Tight { higherThan: AdditionPrecedence }
func <+> (one: Int, other: Int) -> Int { one + other }

func top<U>(_ argument: U, label name: Int = 1) -> U where U: Runs {
    return argument
}

@propertyWrapper
struct Wrapper { var wrappedValue: Int }

macro stringify(_ value: Int) -> String = #externalMacro(module: "M", type: "S")

#if DEBUG
func debugged() {}
#endif

let engine = Engine<Int>(size: 3)
engine.run(times: Suit.hearts == .wild ? 1 : 2)
let `class` = 1
