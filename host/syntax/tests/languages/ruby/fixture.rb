# Each kind of declaration that Ruby has. Words in comments, such as Engine, are text.
require "set"

$global = 1
VERSION = "1.0"
FIRST, SECOND = 1, 2
top_level = 3
left, *right = [1, 2]
LIMIT ||= 10
$counter += 1

module Shop
  module Deep; end

  class Error < StandardError; end
  Point = Struct.new(:x, :y)
  Pair = Data.define(:left, :right) do
    def both = [left, right]
  end

  class Engine < Base
    include Comparable
    MAXIMUM = 10
    @@count = 0
    @instances = []

    attr_reader :name, "label"
    attr_writer :secret
    attr_accessor :size,
                  :colour
    cattr_accessor :setting

    alias start run
    alias_method :begin_run, :run
    alias $old $global
    delegate :each, :map, to: :items

    def initialize(name, size: 1, *rest, **options, &block)
      @name = name
      @size, @colour = size, nil
      @cache ||= {}
      local = 1
      @name = "again"
    end

    def run(times = 1)
      doubled = ->(number) { number * 2 }
      tripled = lambda { |number| number * 3 }
      squared = proc do |number| number * number end
      named = Proc.new { 1 }
      times.times { |each| puts each }
      for index in 0..3 do puts index end
    end

    def name=(value)
      @name = value
    end

    def ready?; true; end
    def stop!; end
    def +(other) = self
    def [](key); end
    def <=>(other); end

    def self.build(*args) = new(*args)
    def Engine.named(name); end

    class << self
      attr_accessor :registry
      def register(item); end
      private def hidden; end
    end

    define_method(:dynamic) { 1 }
    define_method "quoted" do |argument| end
    define_singleton_method(:single) { }
    scope :recent, -> { where(new: true) }

    private

    def secret_method; end
  end

  class Deep::Inner
    INNER = true
  end

  class ::Global; end
end

module Shop::Extra
  def self.helper; end
  module_function
  def module_helper; end
  CONST = Class.new(StandardError)
  Mixed = Module.new do
    def mixed; end
  end
end

Shop::ADDED = 5

def top(argument)
  argument
end

Engine = Shop::Engine
engine = Engine.new
engine.size = 4
engine.run { |time| time }
text = "Engine #{engine.name}"
