// Each kind of declaration that Scala has. Words in comments, such as Engine, are text.
package shop.orders

import shop.base.{Base, Helper => Assist}
import scala.collection.mutable.*

package object constants {
  val Limit = 3
}

package inner {
  class InPackage
}

trait Runs[-T] {
  type Item <: AnyRef
  type Alias = List[Item]
  val speed: Int
  var load: Int
  def run(times: T): Boolean
  def stop(): Unit = {}
  lazy val cached: Int = 1
}

sealed abstract class Tree[+A]
case class Node[A](left: Tree[A], right: Tree[A]) extends Tree[A]
case object Empty extends Tree[Nothing]

class Point(val x: Double, private var y: Double = 0.0, plain: Int) {
  def this(only: Double) = this(only, 0, 0)
  def +(other: Point): Point = this
  def unary_- : Point = this
  val (first, second) = (1, 2)
  val Pattern = "(a)".r
  var one, other = 1
}

object Engine extends Runs[Int] {
  final val Maximum = 10
  private[this] var count: Int = 0
  implicit val ordering: Ordering[Point] = null
  implicit def convert(number: Int): Point = new Point(number)
  implicit class Rich(val number: Int) extends AnyVal { def shout = number }
  val doubled = (number: Int) => number * 2
  val partial: PartialFunction[Int, Int] = { case 1 => 2 }

  override def run(times: Int): Boolean = {
    val local = 1
    var other = local
    val closure = (value: Int) => value + other
    def nested(deep: Int) = deep
    lazy val late = 2
    for (each <- 0 to 3; twice = each * 2) { other += twice }
    times match { case bound if bound > 1 => true; case _ => nested(closure(late)) > 0 }
    object LocalObject
    class LocalClass
    true
  }

  def generic[U: Ordering](value: U)(using context: Context): U = value
}

enum Suit(val symbol: Char):
  case Hearts extends Suit('h')
  case Spades, Wild
  case Card[T](number: T)
  def label = symbol

given intOrdering: Ordering[Int] with
  def compare(left: Int, right: Int) = 0

given stringOrdering: Ordering[String] = ???

given Ordering[Long] = ???

extension (text: String)
  def shouted: String = text.toUpperCase
  def repeated(times: Int) = text * times

extension [T](items: List[T]) def firstItem: T = items.head

type Handler = Int => Unit
opaque type Identity = Long
val topValue: Int = 1
var topVariable = 2
def top(argument: Int): Int = argument
val `quoted name` = 1

@main def program(args: String*): Unit =
  val engine = Engine.run(3)
  println(s"Engine $engine ${Suit.Hearts}")

trait Inlined:
  inline def fast(inline value: Int): Int = value
  infix type Or[A, B]
  export other.*
end Inlined
