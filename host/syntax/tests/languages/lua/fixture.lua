#!/usr/bin/env lua
-- Each kind of declaration that Lua has. Words in comments, such as Engine, are text.
local Engine = {}
Engine.__index = Engine
Engine.maximum = 10
Engine.first, Engine.second = 1, 2
Engine["quoted"] = 3
Engine.deep.inner = 4

local left, right = 1, 2
local constant <const> = 5
local declared
VERSION = "1.0"
one, two = 1, 2

local options = {
  size = 1,
  ["colour"] = "red",
  callback = function(value) return value end,
  nested = { depth = 2 },
  10,
}

function top(argument, ...)
  local inside = 1
  implicit = 2
  local function nested(deep) return deep end
  local closure = function(value) return value end
  Engine.late = 3
  self.made = 4
  for index = 1, 3 do print(index) end
  for key, value in pairs(options) do print(key, value) end
  return nested(closure(inside))
end

local function helper() end
local doubled = function(number) return number * 2 end
tripled = function(number) return number * 3 end

function Engine.build(size)
  local self = setmetatable({}, Engine)
  self.size = size
  self.count, self.total = 0, 0
  return self
end

function Engine:run(times)
  self.count = self.count + times
end

function Engine.deep.path() end
function Engine.deep:method() end
Engine.stop = function() end

if condition then
  local branch = 1
  guarded = 2
end

goto done
::done::

local engine = Engine.build(3)
engine:run(Engine.maximum)

return {
  exported = helper,
  made = function() end,
}
