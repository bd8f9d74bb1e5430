"""What launches say about a kernel's arguments: numbers that are extents and strides of arrays, and the grid as a formula.

A correspondence holds in every launch that was seen. It is offered as a clause of a contract, with the number of different sizes that
confirm it; a proof under it covers the launches that keep it.
"""
from __future__ import annotations

import dataclasses
import itertools
import math
import re
from typing import Any

from ..cutile import arrays
from .grids import STRIDE
from .layouts import Condition, tests_of
from .signature import MULTIPLE, ONE, OTHER, Signature

# The names of element types in contracts, which have no unsigned integers.
ELEMENTS = {name: short.replace("u", "i") for short, name in arrays.SHORT.items() if short != "tf32"} | {"bool_": "i1", "bool": "i1"}
AXES = ("grid.x", "grid.y", "grid.z")

# Names of tiles begin with B, as in `cdiv(n, BLOCK)`.
_TILED = re.compile(r"^cdiv\(\w+, b\w*\)$", re.IGNORECASE)

# Names of nothing but tiles: `B`, `BM`, `BLOCK_N`, `XBLOCK`.
_TILE = re.compile(r"^\w?b[a-z0-9]?$|block|tile", re.IGNORECASE)

# Constants beyond are extents rather than tiles.
_LONGEST_TILE = 8192


@dataclasses.dataclass
class Seen:
    """One launch: its numbers by the names that clauses have for them, its arrays, and its grid."""
    numbers: dict[str, int]
    constants: dict[str, int]
    arrays: dict[str, dict[str, Any]]
    grid: tuple[int, ...]
    formulas: list[str] | None
    # The kernel's number in the table.
    kernel: int

    def value(self, name: str) -> int | None:
        """The value of an extent as clauses name it."""
        if name.isdigit():
            return int(name)
        axes = dict(zip(AXES, self.grid))
        return next((known[name] for known in (self.numbers, self.constants, axes) if name in known), None)


class Relations:
    """The launches of one kernel, compiled for arguments of the same types."""

    def __init__(self, is_single: bool = False) -> None:
        """`is_single` says that the kernel never reads the number of a program."""
        self.is_single = is_single
        # Kernels that are for some sizes only, and kernels that rely on alignments.
        self.conditional: set[int] = set()
        self.aligned: set[int] = set()
        self.kernels: list[int] = []
        self.seen: list[Seen] = []

    def add(self, kernel: int, found: Signature, grid: tuple[int, ...], formulas: list[str] | None) -> None:
        """Adds a launch of the kernel of that number in the table."""
        self.kernels += [] if kernel in self.kernels else [kernel]
        numbers = {value["name"]: value["value"] for value in found.values
                   if isinstance(value.get("value"), int) and found.types[value["name"]] != "u1"}
        constants = {name: getattr(value, "value", value) for name, value in found.constants.items()}
        constants = {name: value for name, value in constants.items() if isinstance(value, int) and not isinstance(value, bool)}
        pointers = {value["name"]: value for value in found.values if "shape" in value}
        self.seen.append(Seen(numbers, constants, pointers, (*grid, 1, 1)[:3], formulas, kernel))

    def offer(self, special: Condition, conditional: int | None = None) -> dict[str, Any] | None:
        """Clauses that every launch keeps, and the number of different sizes among the launches; none where arrays of a launch overlap in
        part, which no clause describes. `special` is what the code is specialized for whose layouts order accesses. `conditional` is a
        kernel that is for some sizes only."""
        same = self._same_arrays()
        repeated = {name for names in same for name in names[1:]}
        if any(_share_memory([one for name, one in seen.arrays.items() if name not in repeated]) for seen in self.seen):
            return None
        used: set[str] = set()
        axes = [self._axis(axis) for axis in range(3)]
        doubtful = [f"requires = {name} == {text}" for name, (text, is_sure) in zip(AXES, axes) if text is not None and not is_sure]
        clauses = _grid([text if is_sure else None for text, is_sure in axes])
        clauses += [f"same_array {', '.join(names)}" for names in same]
        grids = len(doubtful)
        for name in self.seen[0].arrays:
            clause, is_sure = self._array(name, used)
            (clauses if is_sure else doubtful).extend([clause] if clause else [])
        if not clauses:
            return None
        specialized = [clause for name, states in special.items() for clause in self._specialized(name, states)]
        specialized += self._multiples(conditional) if conditional is not None else []
        is_guessed = grids > 0 or any(text is None for text, _ in axes) or self._is_grid_guessed()
        return {"is_grid_guessed": is_guessed, "doubtful": doubtful, "clauses": clauses, "stronger": self._steps(used), "narrow": self._narrow(clauses), "special": specialized, "sizes": self.sizes()}

    def _same_arrays(self) -> list[list[str]]:
        """The names of the pointers to which each launch passes one array."""
        found: dict[Any, list[str]] = {}
        for name in self.seen[0].arrays:
            place = tuple(self._each(lambda seen: _place(seen.arrays[name])))
            if None not in place:
                found.setdefault(place, []).append(name)
        return [names for names in found.values() if len(names) > 1]

    def _specialized(self, name: str, states: frozenset[str]) -> list[str]:
        """That an argument is as the code is specialized for, where every launch keeps this."""
        if name in self.seen[0].arrays:
            addresses = self._each(lambda seen: seen.arrays[name].get("address"))
            is_kept = states == {MULTIPLE} and all(address is not None and address % 16 == 0 for address in addresses)
            return [f"align {name} : 16"] if is_kept else []
        values = self._each(lambda seen: seen.numbers.get(name, 0))
        known = {MULTIPLE: f"{name} % 16 == 0", ONE: f"{name} == 1", f"!{MULTIPLE}": f"{name} % 16 != 0", f"!{ONE}": f"{name} != 1"}
        is_kept = all((MULTIPLE if value % 16 == 0 else ONE if value == 1 else OTHER) in states for value in values)
        return [f"requires = {known[test]}" for test in tests_of(states, [MULTIPLE, ONE])] if is_kept else []

    def _multiples(self, kernel: int) -> list[str]:
        """The greatest tile, or 16, that divides a number in every launch of a kernel, and arrays that are aligned as those of launches."""
        seen = [one for one in self.seen if one.kernel == kernel]
        divisors = [value for one in seen[:1] for value in one.constants.values() if 1 < value <= _LONGEST_TILE] + [16]
        found = []
        for name in self.seen[0].numbers if kernel in self.conditional else ():
            kept = [divisor for divisor in divisors if all(one.numbers[name] % divisor == 0 for one in seen)]
            found += [f"requires = {name} % {max(kept)} == 0"] if kept else []
        for name in self.seen[0].arrays if kernel in self.aligned else ():
            found += [f"align {name} : 16"] if all(one.arrays[name].get("address", 1) % 16 == 0 for one in seen) else []
        return found

    def _narrow(self, clauses: list[str]) -> list[str]:
        """That offsets of 32 bits reach every element of arrays of several axes, and the tiles that stand out of them, where this holds
        in every launch."""
        tiles = [value for value in self.seen[0].constants.values() if 1 < value <= _LONGEST_TILE and value & (value - 1) == 0]
        room = max(tiles, default=1)
        found: list[str] = []
        for clause in clauses:
            extents = re.search(r"^array \w+ : \w+\[(.*?)\]", clause)
            named = [extent for extent in extents.group(1).split(", ") if extent != "1"] if extents else []
            values = self._each(lambda seen: [seen.value(extent) for extent in named])
            if len(named) < 2 or any(None in one for one in values):
                continue
            rooms = [room if extent in self.seen[0].numbers or extent in AXES else 0 for extent in named[:-1]] + [0]
            is_short = all(math.prod(value + more for value, more in zip(one, rooms)) < 2**31 for one in values)
            factors = [f"({extent} + {more})" if more else extent for extent, more in zip(named, rooms)]
            clause = f"requires = {' * '.join(factors)} < {2**31}"
            found += [clause] if is_short and clause not in found else []
        return found

    def _steps(self, strides: set[str]) -> list[str]:
        """Clauses for strides that are 1, an extent, or a product of extents in every launch: those of contiguous arrays."""
        numbers = dict(self._numbers())
        extents = [(name, values) for name, values in self._numbers() + self._constants() if not STRIDE.search(name)]
        clauses = []
        # A stride that no array explains has its value in the launches.
        strides = strides | {name for name in numbers if STRIDE.search(name)}
        for name in sorted(strides & numbers.keys()):
            known = [text for text, values in [("1", self._each(lambda _: 1)), *extents] if text != name and values == numbers[name]]
            text = next(iter(known), None) or _product(extents, numbers[name])
            clauses += [f"requires = {name} == {text}"] if text else []
        return clauses

    def sizes(self) -> int:
        """How many launches differ in numbers, grids or shapes."""
        return len({(*seen.numbers.values(), *seen.grid, *(tuple(one["shape"]) for one in seen.arrays.values())) for seen in self.seen})

    def _each(self, value: Any) -> Any:
        return [value(seen) for seen in self.seen]

    def _numbers(self) -> list[tuple[str, list[int]]]:
        """The kernel's numbers, with their values in each launch."""
        return [(name, self._each(lambda seen: seen.numbers[name])) for name in self.seen[0].numbers]

    def _constants(self) -> list[tuple[str, list[int]]]:
        names = [name for name in self.seen[0].constants if all(name in seen.constants for seen in self.seen)]
        return [(name, self._each(lambda seen: seen.constants[name])) for name in names]

    def _is_grid_guessed(self) -> bool:
        """Whether all launches have one block, and no formula of the script says when there are more."""
        is_known = any(not text.isdigit() for seen in self.seen for text in seen.formulas or [])
        # Who calls a constant a block means several of them.
        is_of_tiles = _TILED.search(self._axis(0)[0] or "") is not None
        return all(math.prod(seen.grid) == 1 for seen in self.seen) and not is_known and not is_of_tiles

    def _axis(self, axis: int) -> tuple[str | None, bool]:
        """A formula for the extent of an axis, and whether it is sure: traced from the grid function, or the only one that fits."""
        traced = {seen.formulas[axis] if axis < len(seen.formulas) else "1" for seen in self.seen if seen.formulas is not None}
        if len(traced) == 1 and all(seen.formulas is not None for seen in self.seen):
            text = traced.pop()
            if not text.isdigit():
                return text, True
        extents = self._each(lambda seen: seen.grid[axis])
        if set(extents) == {1} and (axis > 0 or self.sizes() > 1 or self.is_single):
            return "1", True
        found = [(text, key) for text, key, values in self._formulas(set(extents) != {1}) if values == extents]
        # Formulas that agree in few sizes differ in others.
        return (found[0][0], len({key for _, key in found}) == 1) if found else (None, True)

    def _formulas(self, with_ones: bool) -> list[tuple[str, Any, list[int]]]:
        """Formulas for an extent of the grid, with a key that is equal for equal formulas, and their values in each launch."""
        numbers = [(name, name, values) for name, values in self._numbers()
                   if not STRIDE.search(name) and (with_ones or set(values) != {1})]
        tiles = [(f"cdiv({name}, {constant})", (name, tuple(divisors)), [-(-value // divisor) for value, divisor in zip(values, divisors)])
                 for name, _, values in numbers for constant, divisors in self._constants() if min(divisors) > 1]
        # A tile of an extent has its letter, as `BN` has that of `N`.
        tiles.sort(key=lambda tile: tile[0][-2].lower() != tile[0].split("(")[1].split(",")[0][-1].lower())
        named = [tile for tile in tiles if _TILED.search(tile[0])]
        # A constant that one size confirms is a coincidence.
        constants = [(name, tuple(values), values) for name, values in self._constants() if self.sizes() > 1]
        factors = numbers + constants + named + [tile for tile in tiles if tile not in named]
        pairs = [(f"{name} * {other}", frozenset((key, second)), [one * two for one, two in zip(values, others)])
                 for (name, key, values), (other, second, others) in itertools.combinations(factors, 2)
                 if set(values) != {1} and set(others) != {1}]
        likely = numbers + named + constants
        return likely + pairs + [one for one in factors if one not in likely]

    def _array(self, name: str, used: set[str]) -> tuple[str | None, bool]:
        """A clause for the extents and strides of an array, and whether it is sure; none where some have no name.

        Leading axes that lie one behind the other count as one, as for a kernel that takes a tensor of any rank as rows.
        """
        element = ELEMENTS.get(self.seen[0].arrays[name]["dtype"])
        launches = self._each(lambda seen: (seen.arrays[name]["shape"], seen.arrays[name]["strides"]))
        for rank in range(max(len(shape) for shape, _ in launches), 0, -1):
            collapsed = [_collapsed(shape, strides, rank) for shape, strides in launches]
            if element is None or None in collapsed:
                continue
            found = [self._extent([shape[axis] for shape, _ in collapsed], axis, rank) for axis in range(rank)]
            extents, is_sure = [text for text, _ in found], all(is_sure for _, is_sure in found)
            if rank == 1 and extents[0] is None:
                extents = [self._product([shape[0] for shape, _ in collapsed])]
            strides = [self._stride(name, [steps[axis] for _, steps in collapsed], used) for axis in range(rank)]
            if None in extents:
                continue
            if None not in strides:
                used.update(strides)
                return _clause(name, element, extents, strides), is_sure
            if all(_is_contiguous(shape, steps) for shape, steps in collapsed):
                return _clause(name, element, extents, None), is_sure
        return None, True

    def _extent(self, values: list[int], axis: int, rank: int) -> tuple[str | None, bool]:
        """A name for an extent, and whether it is sure: an argument, a constant of the kernel, or an axis of the grid. Constants that are called
        tiles come last.

        That the only axis of an array has as many elements as the grid has blocks is a coincidence in launches of one size. Accesses say more.
        As doubtful is one value of a constant: of a tile, unless the axis is a row, or of a number that the grid has too."""
        if set(values) == {1}:
            return "1", True
        found = [name for name, numbers in self._numbers() if numbers == values]
        plain = [name for name in found if not STRIDE.search(name)]
        axes = [name for axis, name in enumerate(AXES) if self._each(lambda seen: seen.grid[axis]) == values]
        constants = [name for name, numbers in self._constants() if numbers == values]
        tiles = [name for name in constants if name.lower().startswith("b")]
        counted = axes if rank > 1 or self.sizes() > 1 else []
        others = [name for name in constants if name not in tiles]
        is_row = 0 < axis == rank - 1
        is_doubtful = others and axes and rank == 1 or tiles and not others and not counted and all(map(_TILE.search, tiles))
        if is_doubtful and not plain and len(set(values)) == 1 and not is_row:
            return (axes + tiles)[0], False
        return next(iter(plain + others + counted + tiles + found), None), True

    def _stride(self, array: str, values: list[int], used: set[str]) -> str | None:
        """A name for a stride: an argument that is called one, with the array's name in its own; else one that names no array."""
        named = [name for name, numbers in self._numbers() if numbers == values and STRIDE.search(name)]
        own = [name for name in named if _mentions(name, array)]
        free = [name for name in named if name not in used and not any(_mentions(name, other) for other in self.seen[0].arrays)]
        found = sorted(own, key=lambda name: name in used) + free
        if set(values) == {1}:
            return next(iter(found), "1")
        found += named + [name for name, numbers in self._numbers() + self._constants() if numbers == values]
        return next(iter(found), None)

    def _product(self, values: list[int]) -> str | None:
        numbers = self._numbers() + [(name, self._each(lambda seen: seen.grid[axis])) for axis, name in enumerate(AXES)]
        return _product([(name, ones) for name, ones in numbers if not STRIDE.search(name)], values)


def _grid(axes: list[str | None]) -> list[str]:
    """The clauses about the grid, with one formula for each known axis."""
    known = [text for text in axes if text is not None]
    if len(known) < 3:
        return [f"requires = {name} == {text}" for name, text in zip(AXES, axes) if text is not None]
    while len(known) > 1 and known[-1] == "1":
        known.pop()
    return [f"grid = ({', '.join(known)})"]


def _product(factors: list[tuple[str, list[int]]], values: list[int]) -> str | None:
    """The first two or three factors whose product has these values in every launch, as a formula."""
    large = [(name, ones) for name, ones in factors if max(ones) > 1]
    chosen = itertools.chain(itertools.combinations(large, 2), itertools.combinations(large[:8], 3))
    return next((" * ".join(name for name, _ in some) for some in chosen
                 if values == [math.prod(ones) for ones in zip(*(own for _, own in some))]), None)


def _share_memory(passed: list[dict[str, Any]]) -> bool:
    """Whether two arrays begin at one address, or arrays without gaps overlap."""
    ends = [(one["address"], one["address"] + one["bytes"], _is_dense(one)) for one in passed if one.get("address") is not None and one["bytes"]]
    return any(a[0] == b[0] or a[2] and b[2] and max(a[0], b[0]) < min(a[1], b[1]) for a, b in itertools.combinations(ends, 2))


def _place(one: dict[str, Any]) -> tuple[Any, ...] | None:
    """The address, the length and the type of an array; none where its address is unknown or it is empty."""
    return (one["address"], one["bytes"], one["dtype"]) if one.get("address") is not None and one["bytes"] else None


def _is_dense(one: dict[str, Any]) -> bool:
    """Whether the elements of an array fill its memory."""
    step = 1
    for stride, extent in sorted(zip(one["strides"], one["shape"])):
        if extent != 1 and stride != step:
            return False
        step *= extent
    return True


def _is_contiguous(shape: list[int], strides: list[int]) -> bool:
    """Whether elements lie one behind the other, the last axis first."""
    return all(extent == 1 or stride == math.prod(shape[axis + 1:]) for axis, (extent, stride) in enumerate(zip(shape, strides)))


def _mentions(name: str, array: str) -> bool:
    """Whether the name of a stride has an array's name in it: `X_row_stride` that of `X_ptr`, `stride_am` and `sam` that of `a`."""
    base = re.sub(r"_?ptr$|^ptr_?", "", array.lower()) or array.lower()
    words = name.lower().split("_")
    short = [word.removeprefix("s") if len(word) == 3 else word for word in words if len(word) <= 3]
    return base in words or len(base) == 1 and any(word.startswith(base) for word in short)


def _collapsed(shape: list[int], strides: list[int], rank: int) -> tuple[list[int], list[int]] | None:
    """The last axes of an array, with all before them as one; none where those do not lie one behind the other."""
    if len(shape) < rank:
        return None
    lead = len(shape) - rank + 1
    extent, step = 1, strides[lead - 1]
    for axis in range(lead - 1, -1, -1):
        if shape[axis] != 1 and strides[axis] != step * extent:
            return None
        extent *= shape[axis]
    return [extent, *shape[lead:]], [step, *strides[lead:]]


def _clause(name: str, element: str, extents: list[Any], strides: list[Any] | None) -> str:
    shape = f"array {name} : {element}[{', '.join(extents) or '1'}]"
    is_contiguous = not strides or strides == ["1"] or strides == [*extents[1:], "1"] and len(extents) == 2
    return shape if is_contiguous else f"{shape} strides = ({', '.join(strides)})"
