# Which configurations of the kernel are proved to be free of undefined behavior, and for which launches.
# `tileproof check --configs` wrote it, and writes it again when the kernel changes. It needs nothing but Python.
from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from operator import index
from typing import Any

KERNEL = $KERNEL
# What changes how code is made and not what the kernel means.
HINTS = $HINTS
# What objects of autotuners have beside the constants.
BESIDE = $BESIDE
# The most blocks along an axis, and the most bytes of an array.
MAX_GRID, MAX_ALLOCATION = $MAX_GRID, $MAX_ALLOCATION

# One proof: constants of the configuration, those that were fixed for all (as Python shows them), the types of arrays and numbers, whether
# Python's types choose the kernel, the arrays that are trusted to lie apart, and the conditions.
Row = namedtuple("Row", "constants fixed arrays numbers is_python apart holds")


def safe(config: Any, **sizes: Any) -> bool:
    """Whether the launch of a kernel so configured is one that the proof speaks of.

    `config` is a mapping, or an object as autotuners have them; `sizes` are arguments of the kernel: numbers, arrays (with
    `shape`, or of a pointer the number of elements that there are), and `grid`, a tuple or a function of the configuration.
    """
    wanted = {name: value for name, value in _values(config).items() if name not in HINTS}
    for row in SAFE:
        own = {name: value for name, value in wanted.items() if name not in row.fixed}
        if own == row.constants and all(type(own[name]) is type(value) for name, value in row.constants.items()):
            given = _Launch(config, row, {**wanted, **sizes})
            try:
                holds = given.has_the_types() and bool(row.holds(given.size, given.room, given.address, given.apart))
                return holds and given.keeps_apart() and given.keeps_limits()
            except ZeroDivisionError:
                return False
    return False


def prune(configs: list, named_args: Mapping, **others: Any) -> list:
    """The safe configurations of a launch: `prune_configs_by={"early_config_prune": prune}` of Triton's autotuner."""
    given = {**named_args, **others}
    sizes = {name: value for name, value in given.items() if name not in ("warmup", *HINTS)}
    if callable(sizes.get("grid")):
        sizes["grid"] = lambda config: given["grid"]({**given, **_values(config)})
    return [config for config in configs if safe(config, **sizes)]


def _values(config: Any) -> dict:
    if isinstance(config, Mapping):
        return dict(config)
    kwargs = getattr(config, "kwargs", None)
    if not isinstance(kwargs, Mapping):
        return dict(vars(config))
    beside = {name: getattr(config, name) for name in BESIDE if isinstance(getattr(config, name, None), int)}
    return {**kwargs, **beside}


class _Launch:
    """What a launch is given, by the names of the conditions."""

    def __init__(self, config: Any, row: Row, given: dict) -> None:
        self.config, self.row, self.given = config, row, given
        known = {"grid", *HINTS, *row.constants, *row.fixed, *row.arrays, *row.numbers}
        for name in given:
            if name not in known and not name.startswith("grid."):
                raise TypeError(f"safe() knows no `{name}`: the kernel has no argument of that name")

    def has_the_types(self) -> bool:
        """Whether the kernel was compiled for such arguments."""
        for name, shown in self.row.fixed.items():
            if repr(self._of(name, f"{name} = {shown}")) != shown:
                return False
        for name, (types, bits, axes, _) in self.row.arrays.items():
            if not self.row.is_python and name not in self.given:
                continue
            array = self._of(name, name)
            if isinstance(array, int) and axes is None:
                continue
            if not hasattr(array, "shape"):
                raise TypeError(f"safe() needs `{name}` as an array")
            if not _has_type(array, types, bits) or axes is not None and not _has_axes(array, *axes):
                return False
        for name, (limits, is_truth) in self.row.numbers.items():
            if name in self.given and self.row.is_python and type(self.given[name]) is not (bool if is_truth else int if limits else float):
                return False
            is_passed = "." in name and name.partition(".")[0] in self.given
            if limits and (name in self.given or is_passed) and not limits[0] <= self.size(name) <= limits[1]:
                return False
        return True

    def keeps_apart(self) -> bool:
        """Whether arrays that are trusted not to overlap do not, as far as it is told where they are."""
        placed = {name for pair in self.row.apart for name in pair if _address(self.given.get(name)) is not None}
        return all(self.apart(a, b) for a, b in self.row.apart if a in placed and b in placed)

    def keeps_limits(self) -> bool:
        """Whether the grid and the arrays are no larger than a proof takes them to be, and arrays are aligned.

        Elements that nobody says the place of are taken to be aligned; what the kernel assumes beyond that is not.
        """
        if not all(1 <= self.size(f"grid.{axis}") <= MAX_GRID for axis in "xyz"):
            return False
        for name, (_, bits, _, alignment) in self.row.arrays.items():
            is_assumed = alignment * 8 > max(bits, 8)
            if name not in self.given and not is_assumed:
                continue
            address = _address(self._of(name, name))
            if -(-self.room(name) * bits // 8) > MAX_ALLOCATION or address is None and is_assumed:
                return False
            if address is not None and (address <= 0 or address % alignment):
                return False
        return True

    def size(self, name: str) -> int:
        if name in self.given:
            return index(self.given[name])
        base, dot, field = name.partition(".")
        if base == "grid" and dot:
            grid = self._of("grid", name)
            grid = grid(self.config) if callable(grid) else grid
            grid = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
            return index((*grid, 1, 1)["xyz".index(field)])
        if dot and field.endswith("]"):
            field, at = field[:-1].split("[")
            array = self._of(base, name)
            return index((array.shape if field == "shape" else _strides(array))[int(at)])
        return index(self._of(name, name))

    def room(self, name: str) -> int:
        array = self._of(name, name)
        if isinstance(array, int):
            return array
        if 0 in array.shape:
            return 0
        return 1 + sum((n - 1) * step for n, step in zip(array.shape, _strides(array)))

    def address(self, name: str) -> int:
        found = _address(self._of(name, name))
        if found is None:
            raise TypeError(f"safe() needs `{name}` as an array: a condition is about where it lies")
        return found

    def apart(self, a: str, b: str) -> bool:
        """Whether no byte is of both."""
        (first, last), (start, end) = sorted((self.address(name), self.address(name) + -(-self.room(name) * self.row.arrays[name][1] // 8)) for name in (a, b))
        return first == last or start == end or last <= start

    def _of(self, base: str, name: str) -> Any:
        if base not in self.given:
            raise TypeError(f"safe() needs `{base}`: a condition is about `{name}`")
        return self.given[base]


def _has_type(array: Any, types: tuple, bits: int) -> bool:
    dtype = getattr(array, "dtype", None)
    if dtype is not None:
        name = str(getattr(dtype, "name", dtype)).removeprefix("torch.")
        return name in types or name == "bool" and "bool_" in types
    return getattr(array, "itemsize", 0) * 8 == bits


def _has_axes(array: Any, shape: tuple, strides: tuple) -> bool:
    """Whether the array is one that its kernel takes: what is fixed is so, one axis is dense, and no place is two elements'."""
    found, steps = tuple(array.shape), _strides(array)
    if len(found) != len(shape) or any(fixed not in (None, n) for fixed, n in zip(shape + strides, found + steps)):
        return False
    dense = [axis for axis, step in enumerate(steps) if step == 1]
    dense = [axis for axis in dense if found[axis] > 1 and 0 not in found][-1:] or dense[-1:]
    if any(strides) and any(strides[axis] is None for axis in dense):
        return False
    reach = 1
    for step, n in sorted((step, n) for step, n in zip(steps, found) if n > 1):
        if step < reach:
            return False
        reach += step * (n - 1)
    return True


def _address(array: Any) -> Any:
    """Where an array lies, if it says so."""
    if hasattr(array, "data_ptr"):
        return int(array.data_ptr())
    of = getattr(array, "__cuda_array_interface__", None) or getattr(array, "__array_interface__", None)
    return None if of is None else int(of["data"][0])


def _strides(array: Any) -> tuple:
    """In elements."""
    if callable(getattr(array, "stride", None)):
        return tuple(array.stride())
    steps = getattr(array, "strides", None)
    if steps is None:
        raise TypeError("safe() needs an array with strides")
    return tuple(step // array.itemsize for step in steps)


# Configurations with their proofs.
SAFE = [
$SAFE]
