# Each kind of declaration that Elixir has. Words in comments, such as Engine, are text.
version = "1.0"

defmodule Shop.Engine do
  @moduledoc """
  Engine in a document is text.
  """
  use Shop.Base, as: :base
  alias Shop.{First, Second}
  alias Shop.Third, as: Fourth
  import Shop.Helper, only: [help: 1]
  require Logger

  @maximum 10
  @type size :: integer
  @type pair(left) :: {left, term}
  @typep hidden :: atom()
  @opaque secret :: map
  @callback run(times :: integer) :: boolean
  @macrocallback expand(term) :: Macro.t()
  @behaviour Shop.Runs
  @enforce_keys [:name]
  @spec build(size) :: t

  defstruct [:name, :colour, count: 0, total: 1]

  defexception [:message]

  def build(size) when size > 0 do
    local = size
    {other, _rest} = {local, 1}
    closure = fn value -> value + other end
    captured = &(&1 + 1)
    %__MODULE__{name: closure.(captured.(@maximum))}
  end

  def build(:none), do: nil
  def no_parentheses, do: 1
  def no_body(argument)
  def with_default(value \\ 1, %{key: inner} = all), do: {value, inner, all}
  defp private_one(argument), do: argument
  defp guarded when true, do: 1

  defmacro expand(block) do
    quote do
      def generated, do: unquote(block)
    end
  end

  defmacrop hidden_macro(value), do: value
  defguard is_even(value) when rem(value, 2) == 0
  defguardp is_odd(value) when rem(value, 2) == 1
  defdelegate reverse(list), to: Enum
  defdelegate other_name(list), to: Enum, as: :reverse
  def left + right, do: {left, right}
  def not value, do: value
  def unquote(name)(argument), do: argument
  defoverridable build: 1

  defmodule Nested do
    def inner, do: :ok
  end
end

defmodule Plain do
  defstruct name: nil, size: 1
  Record.defrecord(:user, name: "", age: 0)
  defrecordp :point, x: 0, y: 0
end

defprotocol Shop.Shape do
  @spec area(t) :: number
  def area(shape)
  def label(shape, options)
end

defimpl Shop.Shape, for: Plain do
  def area(_), do: 0
end

defmodule ShopTest do
  use ExUnit.Case

  describe "engine" do
    test "runs", %{engine: engine} do
      assert Shop.Engine.build(1) == engine
    end
  end
end

engine = Shop.Engine.build(3)
IO.puts("Engine #{engine.name} #{version}")
