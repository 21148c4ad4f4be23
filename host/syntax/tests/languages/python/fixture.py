"""Each kind of declaration of Python. Words here are text: Seat, in_docstring."""

from __future__ import annotations

import os.path as path_alias
from enum import Enum, Flag
from typing import (
    Generic,
    TypeVar,
)

# in_comment
__all__ = ["Seat", "in_string"]

LIMIT = 3
_PRIVATE_LIMIT: int = 4
counter: int = 0
declared_only: str
first, (second, third) = 1, (2, 3)
[fourth, *rest] = [4, 5]
chained = again = None
T = TypeVar("T")
type Alias = list[int]
type Pair[K] = tuple[K, K]
double = lambda value: value * 2

if path_alias:
    conditional = 1
else:
    conditional = 2

try:
    import json
except ImportError:
    json = None

counter += 1
__all__ += ["more"]


class Color(Enum):
    RED = 1
    GREEN, BLUE = 2, 3


class Bits(Flag):
    ON: int = 1


@decorated(option=True)
class Seat(Generic[T], metaclass=Meta):
    """In a class: in_docstring."""

    row: int
    label = "in_string"
    width, height = 1, 2
    shared: ClassVar[int] = 0
    compare = lambda self, other: 0

    def __init__(self, row, *, number=0):
        self.row = row
        self.number, self.guest = number, None
        self.typed: int = 1
        self.callback = lambda event: event
        local = 5
        other.attribute = local

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value

    @staticmethod
    def build(cls):
        def nested(parameter):
            inner_local = parameter
            return inner_local

        class Local:
            inside = 1

        handler = lambda: nested
        return handler

    async def fetch(self) -> Seat:
        async with self.session as session:
            return f"in_string {session.text}"

    class Inner:
        value = 1

        def method(self): ...


def top[T](first_parameter: T, *args, **kwargs) -> T:
    global counter
    counter = 1
    for index in range(LIMIT):
        total = index
    return Seat(row=total)


@overload
def decorated_function(): ...


async def coroutine():
    yield (walrus := 1)


for loop_variable in range(3):
    from_loop = loop_variable

match counter:
    case Seat(row=captured):
        pass
