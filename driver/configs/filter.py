# Which configurations of the kernel are proved to be free of undefined behaviour, and for which launches.
# `tileproof check --configs` wrote it, and writes it again when the kernel changes. It needs nothing but Python.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KERNEL = $KERNEL
# What changes how code is made and not what the kernel means.
HINTS = $HINTS


def safe(config: Any, **sizes: Any) -> bool:
    """Whether the launch of a kernel so configured is one that the proof speaks of.

    `config` is a mapping, or an object as autotuners have them; `sizes` are what the conditions name: scalar arguments, arrays (with
    `shape`, or the number of elements that there are), and `grid`, a tuple or a function of the configuration.
    """
    wanted = {name: value for name, value in _values(config).items() if name not in HINTS}
    for constants, holds in SAFE:
        if constants == wanted and all(type(constants[name]) is type(wanted[name]) for name in constants):
            given = _Sizes(config, {**wanted, **sizes})
            return bool(holds(given.size, given.room, given.address))
    return False


def _values(config: Any) -> dict:
    if isinstance(config, Mapping):
        return dict(config)
    kwargs = getattr(config, "kwargs", None)
    return dict(kwargs) if isinstance(kwargs, Mapping) else dict(vars(config))


class _Sizes:
    """What a launch is given, by the names of the conditions."""

    def __init__(self, config: Any, given: dict) -> None:
        self.config, self.given = config, given

    def size(self, name: str) -> int:
        if name in self.given:
            return int(self.given[name])
        base, dot, field = name.partition(".")
        if base == "grid" and dot:
            grid = self._of("grid", name)
            grid = grid(self.config) if callable(grid) else grid
            grid = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
            return int((*grid, 1, 1)["xyz".index(field)])
        if dot and field.endswith("]"):
            field, at = field[:-1].split("[")
            array = self._of(base, name)
            return int((array.shape if field == "shape" else _strides(array))[int(at)])
        return int(self._of(name, name))

    def room(self, name: str) -> int:
        array = self._of(name, name)
        if isinstance(array, int):
            return array
        if 0 in array.shape:
            return 0
        return 1 + sum((n - 1) * step for n, step in zip(array.shape, _strides(array)))

    def address(self, name: str) -> int:
        array = self._of(name, name)
        if hasattr(array, "data_ptr"):
            return int(array.data_ptr())
        of = getattr(array, "__cuda_array_interface__", None) or getattr(array, "__array_interface__", None)
        if of is None:
            raise TypeError(f"safe() needs `{name}` as an array: a condition is about where it lies")
        return int(of["data"][0])

    def _of(self, base: str, name: str) -> Any:
        if base not in self.given:
            raise TypeError(f"safe() needs `{base}`: a condition is about `{name}`")
        return self.given[base]


def _strides(array: Any) -> tuple:
    """In elements."""
    if callable(getattr(array, "stride", None)):
        return tuple(array.stride())
    steps = getattr(array, "strides", None)
    if steps is None:
        raise TypeError("safe() needs an array with strides")
    return tuple(step // array.itemsize for step in steps)


# Constants, and the conditions of the proof.
SAFE = [
$SAFE]
