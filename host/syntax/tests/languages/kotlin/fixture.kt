// Each kind of declaration that Kotlin has. Words in comments, such as Engine, are text.
@file:JvmName("Shop")

package shop.orders

import shop.base.Base
import shop.base.helper as assist

const val VERSION = "1.0"
val first: Int = 1
var second = 2
val String.shouted: String get() = uppercase()
val doubled = { number: Int -> number * 2 }
val tripled = fun(number: Int): Int { return number * 3 }
lateinit var later: String
val lazyValue by lazy { 1 }

typealias Handler = (Int) -> Unit

interface Runs<in T> {
    val speed: Int
    fun run(times: T): Boolean
    fun stop() {}
}

fun interface Action {
    fun act()
}

enum class Suit(val symbol: Char) {
    HEARTS('h'),
    SPADES('s') {
        override fun label() = "spade"
    },
    @Deprecated("no") WILD('w');

    open fun label() = name
    companion object {
        val total = 3
    }
}

data class Point(val x: Double, var y: Double = 0.0, plain: Int)

sealed class Tree {
    data class Node(val children: List<Tree>) : Tree()
    data object Empty : Tree()
    object Leaf : Tree()
}

sealed interface Shape

annotation class Marker(val reason: String)

@JvmInline
value class Wrapped(val inner: Int)

abstract class Engine<T : Any>(protected val size: Int, name: String) : Base(), Runs<T> {
    private var count = 0
    val computed: Int
        get() = count
        set(value) { field = value }
    abstract val label: String

    init {
        val inInit = 1
    }

    constructor(other: Engine<T>) : this(1, "x") {}

    override fun run(times: T): Boolean {
        val local = 1
        var other = local
        val closure = { value: Int -> value + other }
        fun inner(deep: Int) = deep
        for (each in 0..3) { other += each }
        val anonymous = object : Runs<Int> {
            val hidden = 1
            override fun run(times: Int) = true
        }
        return when (val bound = times) { else -> inner(closure(other)) > 0 }
    }

    abstract fun describe(): String
    operator fun plus(other: Engine<T>) = this
    suspend inline fun <reified R> generic(crossinline block: () -> R): R = block()
    inner class Nested
    companion object Factory {
        const val MAXIMUM = 10
        @JvmStatic fun build() = 1
        private const val MINIMUM = 1
    }
}

class Plain {
    companion object {
        val shared = Plain()
    }
}

object Registry : Runs<String> {
    val items = mutableListOf<String>()
    fun register(item: String) { items.add(item) }
}

fun top(argument: Int, vararg rest: String) = argument
fun <T> List<T>.extended(): T = first()
fun Engine<*>?.orNothing() {}
tailrec infix fun Int.power(other: Int): Int = this
val `quoted name` = 1
fun `a test of something`() {}

private val engine = Suit.HEARTS.label()
