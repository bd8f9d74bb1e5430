"""The description of a kernel's launches, as `tileproof ptx --launch` writes it (docs/launch.schema.json), as functions of Python."""
from __future__ import annotations

import struct
from typing import Any, Callable, Sequence

from ..conditions import Conditions, expression, generated

SCHEMA = "tileproof.ptx/1"

# Formats of `struct` for types that a kernel takes as arguments; bf16 goes as bits.
_FORMATS = {"i1": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "f16": "e", "bf16": "H", "f32": "f", "tf32": "f", "f64": "d"}

_GRID = {"grid_x": "grid.x", "grid_y": "grid.y", "grid_z": "grid.z"}

Numbers = Sequence[int]


class Variant:
    """One version of the code, with formulas as functions of the launch's numbers."""

    def __init__(self, said: dict[str, Any], parameters: list[dict[str, Any]], names: dict[str, str]):
        self.said, self.name = said, said["name"]
        self.ptx, self.entry, self.block = said["ptx"], said["entry"], tuple(said["block"])
        self.shared: int = said["shared"]["dynamic"]
        whole = " and ".join(expression(one["holds"], names) for one in said["when"]) or "True"
        self.when = whole
        self.is_for: Callable[[Numbers], bool] = _function(f"bool({whole})", names)
        self.grid: Callable[[Numbers], tuple[int, int, int]] = _function(_tuple(said["grid"], names), names)
        self.scratch: Callable[[Numbers], int] | None = None
        if said["scratch"] is not None:
            self.scratch = _function(expression(said["scratch"], names), names)
        self.maps = said["tensor_maps"]
        # For each map: address, extents, strides.
        addresses = {str(one["index"]): names[one["address"]] for one in parameters if one["address"]}
        self.map_formulas = [f"({addresses[str(one['parameter'])]}, {_tuple(one['extents'], names)}, {_tuple(one['strides'], names)})"
                             for one in self.maps]
        self.map_numbers: Callable[[Numbers], Sequence[Any]] = _function(f"({''.join(one + ', ' for one in self.map_formulas)})", names)
        self._lay_out(parameters, names)

    def _lay_out(self, parameters: list[dict[str, Any]], names: dict[str, str]) -> None:
        """How the arguments lie in memory. Maps lie behind them."""
        layout, end, fields = "<", 0, []
        self.offsets: list[int] = []
        self.map_places: list[int] = []
        for one in self.said["arguments"]:
            layout += f"{one['offset'] - end}x"
            self.offsets.append(one["offset"])
            end = one["offset"] + one["bytes"]
            if "parameter" in one:
                at = one["parameter"]
                layout += _format(parameters[at])
                number = parameters[at]["address"] or parameters[at]["number"]
                fields.append(names[number] if number else f"floats[{at}]")
            elif "number" in one:
                layout += "I"
                fields.append(expression(one["number"], names))
            elif "scratch" in one:
                layout += "Q"
                fields.append("scratch")
            else:
                layout += "128x"
                self.map_places.append(one["offset"])
        self.size, self.field_formulas = end, fields
        # A map is written apart: the fields end before the first one.
        head = layout.split("128x")[0]
        self.pack_into = struct.Struct(head).pack_into
        source = f"def fields(numbers, floats, scratch):\n    {_unpacked(names)} = numbers\n    return ({''.join(one + ', ' for one in fields)})\n"
        self.fields: Callable[[Numbers, Any, int], Sequence[Any]] = generated(source, "fields")


def _format(parameter: dict[str, Any]) -> str:
    if parameter["kind"] == "pointer":
        return "Q"
    letter = _FORMATS.get(parameter["type"], "B")
    return letter.upper() if parameter["unsigned"] else letter


def _unpacked(names: dict[str, str]) -> str:
    return ", ".join(names.values())


def _tuple(trees: list[Any], names: dict[str, str]) -> str:
    return f"({''.join(expression(tree, names) + ', ' for tree in trees)})"


def _function(body: str, names: dict[str, str]) -> Any:
    return generated(f"def of(numbers):\n    {_unpacked(names)} = numbers\n    return {body}\n", "of")


class Description:
    """All that a launch needs: the contract, versions of the code, and formulas."""

    def __init__(self, said: dict[str, Any]):
        if said["schema"] != SCHEMA:
            raise ValueError(f"{said['schema']} is not {SCHEMA}: the program is of another version")
        self.kernel: str = said["kernel"]
        self.parameters: list[dict[str, Any]] = said["parameters"]
        self.target = said["target"]
        self.conditions = Conditions(said["contract"])
        self.unseen: list[str] = said["contract"]["unseen"]
        # In a generated function the numbers are called n0, n1, …
        self.names = {name: f"n{at}" for at, name in enumerate(said["numbers"])}
        self.variants = [Variant(one, self.parameters, self.names) for one in said["variants"]]
        self.grid: Callable[[Numbers], tuple[int, int, int]] | None = None
        self.grid_formulas: list[Any] | None = said["grid"]
        if said["grid"] is not None:
            self.grid = self._stated_grid(said["grid"])
        self.ordered = said["contract"]["conditions"]
        if self.grid is not None:
            # A grid from the contract is wrong only if the sizes are: they are checked first.
            self.ordered = sorted(self.ordered, key=lambda one: "grid." in one["clause"])
        self.first_broken = self._check()

    def _stated_grid(self, trees: list[Any]) -> Any:
        """The grid; later extents may name earlier ones."""
        lines = [f"    n{axis} = {expression(tree, self.names)}\n" for axis, tree in enumerate(trees)]
        return generated(f"def of(numbers):\n    {_unpacked(self.names)} = numbers\n{''.join(lines)}    return (n0, n1, n2)\n", "of")

    def _check(self) -> Callable[[Numbers], int]:
        """A function that returns the index of the first broken condition, or -1. A division by zero breaks a condition."""
        lines = []
        for at, one in enumerate(self.ordered):
            lines.append(f"        at = {at}\n        if not {expression(one['holds'], self.names)}: return {at}\n")
        source = (f"def broken(numbers):\n    {_unpacked(self.names)} = numbers\n    at = 0\n    try:\n{''.join(lines) or '        pass' + chr(10)}"
                  "    except ZeroDivisionError:\n        return at\n    return -1\n")
        found: Callable[[Numbers], int] = generated(source, "broken")
        return found

    def broken(self, numbers: Numbers) -> str | None:
        """The first broken clause with the values of its names, or none."""
        at = self.first_broken(numbers)
        if at < 0:
            return None
        broken = self.ordered[at]
        shown = dict(_GRID)
        for one in self.parameters:
            for key, words in (("number", "{}"), ("address", "address of {}"), ("bytes", "bytes of {}")):
                if one[key]:
                    shown[one[key]] = words.format(one["name"])
        places = list(self.names)
        values = [f"{shown[name]} = {numbers[places.index(name)]}" for name in _named(broken["holds"])]
        return f"`{broken['clause']}` ({', '.join(values)})" if values else f"`{broken['clause']}`"


def _named(tree: Any) -> list[str]:
    """The names in a tree, each once."""
    word, *parts = tree
    if word == "name":
        return [parts[0]]
    if word == "number":
        return []
    return list(dict.fromkeys(name for part in parts for name in _named(part)))
