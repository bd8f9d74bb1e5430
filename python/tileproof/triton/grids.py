"""Formulas for grids: a grid function is called with numbers that remember how they were computed."""
from __future__ import annotations

import re
import types
from typing import Any, Callable

_MOST = 200

# Names of arguments that are strides, as `stride_am`, `x_row_stride` or `sxm`.
STRIDE = re.compile(r"strid|step|^ld[a-z]?$|^s[a-z]{0,3}\d?$", re.IGNORECASE)


class Followed(int):
    """A number with the expression that it was computed by. A comparison uses its value, and is noted: another size may decide otherwise."""
    text: str
    atom: bool
    branched: list[bool]

    @staticmethod
    def make(value: int, text: str, branched: list[bool], atom: bool = False) -> Followed:
        made = int.__new__(Followed, value)
        made.text, made.branched, made.atom = text[:_MOST], branched, atom
        return made

    def _binary(self, other: Any, symbol: str, compute: Callable[[int, int], int], swapped: bool = False) -> Any:
        if not isinstance(other, int) or isinstance(other, bool):
            return NotImplemented
        texts = [_inside(self), _inside(other)]
        values = [int(self), int(other)]
        if swapped:
            texts.reverse(), values.reverse()
        return Followed.make(compute(*values), f"{texts[0]} {symbol} {texts[1]}", self.branched)

    def __add__(self, other: Any) -> Any:
        return self._binary(other, "+", lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return self._binary(other, "+", lambda a, b: a + b, True)

    def __sub__(self, other: Any) -> Any:
        return self._binary(other, "-", lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._binary(other, "-", lambda a, b: a - b, True)

    def __mul__(self, other: Any) -> Any:
        return self._binary(other, "*", lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return self._binary(other, "*", lambda a, b: a * b, True)

    def __floordiv__(self, other: Any) -> Any:
        return self._binary(other, "/", lambda a, b: a // b)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._binary(other, "/", lambda a, b: a // b, True)

    def __mod__(self, other: Any) -> Any:
        return self._binary(other, "%", lambda a, b: a % b)

    def _compare(self, other: Any, compute: Callable[[int, int], bool]) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        self.branched.append(True)
        return compute(int(self), int(other))

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a >= b)

    def __eq__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a == b)

    def __ne__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a != b)

    def __bool__(self) -> bool:
        self.branched.append(True)
        return int(self) != 0

    def __neg__(self) -> Any:
        return Followed.make(-int(self), f"0 - {_inside(self)}", self.branched)

    __hash__ = int.__hash__


def _inside(value: Any) -> str:
    if not isinstance(value, Followed):
        return str(int(value))
    return value.text if value.atom else f"({value.text})"


def _cdiv(first: Any, second: Any) -> Any:
    """`triton.cdiv`, which is one word in contracts."""
    value = -(-int(first) // int(second))
    followed = [one for one in (first, second) if isinstance(one, Followed)]
    if not followed:
        return value
    texts = ", ".join(one.text if isinstance(one, Followed) else str(int(one)) for one in (first, second))
    return Followed.make(value, f"cdiv({texts})", followed[0].branched, atom=True)


def formulas(grid: Callable[[Any], Any], bound: dict[str, Any]) -> list[str] | None:
    """A formula over the kernel's arguments for each axis of a grid function; none where a size decides what the function does."""
    branched: list[bool] = []
    names = {name: value for name, value in bound.items() if isinstance(value, int) and not isinstance(value, bool)}
    follow = {name: Followed.make(value, name, branched, True) for name, value in names.items()}
    try:
        found = _with_followed(grid, follow, names, branched)({**bound, **follow})
    except Exception:  # a function that needs an int itself is called with one, and has no formula
        return None
    listed = found if isinstance(found, (tuple, list)) else (found,)
    if branched or not all(isinstance(one, int) for one in listed):
        return None
    return [one.text if isinstance(one, Followed) else str(int(one)) for one in listed]


def _with_followed(grid: Any, follow: dict[str, Followed], names: dict[str, int], branched: list[bool]) -> Callable[[Any], Any]:
    """The grid function, with the numbers that it reads from outside replaced by followed ones, where an argument has the same value."""
    if not isinstance(grid, types.FunctionType):
        return grid

    def followed(name: str, value: Any) -> Any:
        if not isinstance(value, int) or isinstance(value, bool):
            return value
        if names.get(name) == value:
            return follow[name]
        # A number under another name is what the only argument of that value is passed as; strides repeat extents.
        same = [argument for argument, number in names.items() if number == value and not STRIDE.search(argument)]
        same = [argument for argument in same if argument.lower() == name.lower()] or same
        return follow[same[0]] if len(same) == 1 and value > 1 else value

    cells = []
    for name, cell in zip(grid.__code__.co_freevars, grid.__closure__ or ()):
        try:
            cells.append(types.CellType(followed(name, cell.cell_contents)))
        except ValueError:
            cells.append(cell)
    scope = dict(grid.__globals__)
    for name in grid.__code__.co_names:
        if name == "cdiv" and callable(scope.get(name)):
            scope[name] = _cdiv
        elif getattr(scope.get(name), "__name__", "") == "triton":
            scope[name] = types.SimpleNamespace(cdiv=_cdiv, next_power_of_2=scope[name].next_power_of_2)
        elif name in scope:
            scope[name] = followed(name, scope[name])
    return types.FunctionType(grid.__code__, scope, grid.__name__, grid.__defaults__, tuple(cells))
