<html>Engine in a page is text.</html>
<?php
// Each kind of declaration that PHP has. Words in comments, such as Engine, are text.
declare(strict_types=1);

namespace Shop\Orders;

use Shop\Base as Root;
use function Shop\helper as assist;
use const Shop\LIMIT;
use Shop\{First, Second as Two};

const VERSION = '1.0', BUILD = 7;
define('DEFINED', 1);
\define("OTHER_DEFINED", 2);
$variable = 1;
$closure = function (int $argument) use ($variable) { $local = $argument; return $local; };
$arrow = fn($number) => $number * 2;

function top(int $argument, &...$rest): int
{
    static $calls = 0;
    global $variable;
    $local = 1;
    function nested() {}
    return $local;
}

interface Runs extends \Countable
{
    const SPEED = 1;
    public function run(int $times): void;
    public string $title { get; }
}

trait Labels
{
    protected ?string $label = null;
    public static int $made = 0;
    abstract public function describe(): string;
}

#[Attribute]
abstract class Engine extends Root implements Runs, Second
{
    use Labels, Other { describe as protected explain; Labels::run insteadof Other; }

    public const MAXIMUM = 10, MINIMUM = 1;
    final protected const string TYPED = 'x';
    private int $count = 0, $total;
    public readonly array $parts;
    var $old;
    public string $full { get => $this->first; set(string $value) { $this->first = $value; } }

    public function __construct(private int $size, protected readonly ?string $colour = null, $plain = 1)
    {
        $this->made = $size;
    }

    public static function build(): static { return new static(1); }
    public function &reference() { return $this->count; }
    abstract protected function stop();
    public function class() { return new class(1) extends Base { public $inner; function anonymous() {} }; }
}

final class Car {}
readonly class Wheel {}

enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
    const Wild = self::Spades;
    public function label(): string { return ucfirst($this->value); }
}

if (!function_exists('polyfill')) {
    function polyfill() {}
}

$engine = new Engine(1);
$engine->run(3);
echo Engine::MAXIMUM, Suit::Hearts->label(), "text $variable {$engine->size}";
