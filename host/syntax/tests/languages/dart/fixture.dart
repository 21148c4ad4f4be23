// Each kind of declaration that Dart has. Words in comments, such as Engine, are text.
library shop.orders;

import 'dart:async' as async show Future hide Timer;
part 'other.dart';

const version = '1.0';
const int limit = 3, bound = 4;
final first = 1;
var second = 2, third;
late String later;
int? typed;
final doubled = (int number) => number * 2;
int get computed => 1;
set computed(int value) {}
external int native(int handle);

typedef Handler = void Function(int value);
typedef int Compare(int left, int right);
typedef Pair<T> = (T, T);

enum Suit { hearts, spades, wild }

enum Colour implements Runs {
  red('r', 1),
  green('g', 2);

  const Colour(this.letter, this.order);
  final String letter;
  final int order;
  String label() => letter;
  static Colour get base => red;
}

abstract class Runs<T> {
  T get speed;
  set speed(T value);
  bool run(int times);
  void stop() {}
}

mixin Labels on Runs {
  String? label;
  String describe() => label ?? '';
}

base mixin class Both {}

class Engine<T extends Object> extends Base with Labels implements Runs<T> {
  static const int maximum = 10, minimum = 1;
  static final shared = Engine(1);
  final int size;
  int _count = 0, total = 1;
  late final T? part;
  var dynamicField;
  void Function(int)? callback;

  Engine(this.size, {required super.name, int plain = 1}) : _count = plain;
  Engine.named(this.size);
  const Engine._private(this.size);
  factory Engine.build(int size) => Engine(size);
  factory Engine.redirect() = Engine.named;

  int get count => _count;
  set count(int value) {
    _count = value;
  }

  @override
  bool run(int times) {
    var local = 1;
    final other = local;
    int typedLocal = 2;
    var closure = (int value) => value + other;
    int inner(int deep) => deep;
    for (var each in [1, 2]) {
      print(each);
    }
    try {
      inner(closure(typedLocal));
    } catch (error) {
      print(error);
    }
    return true;
  }

  Future<void> runLater() async {}
  Iterable<int> numbers() sync* {}
  Engine operator +(Engine other) => this;
  int operator [](int index) => index;
  static U generic<U>(U value) => value;
  external void outside();
}

sealed class Shape {}
final class Circle extends Shape {}
class Alias = Base with Labels;

extension Shout on String {
  String get shouted => toUpperCase();
  String repeated(int times) => this * times;
}

extension on int {
  int twice() => this * 2;
}

extension type Identity(int value) implements int {
  Identity.zero() : value = 0;
  bool get isZero => value == 0;
}

void top(int argument, [int optional = 1]) {
  print('Engine $argument ${argument + optional}');
}

T generic<T>(T value) => value;

void main() {
  final engine = Engine.build(3)..run(Suit.hearts.index);
  top(engine.size);
}
