"""The operations of a module of Triton's compiler, read from its text: enough to find accesses, their places and their layouts."""
from __future__ import annotations

import dataclasses
import itertools
import math
import re

_ACCESSES = ("tt.load", "tt.store")
# What pipelines make of loads.
_COPY = "async_copy"

_ALIAS = re.compile(r"^(#\w+) = (.*)$")
_OPERATION = re.compile(r'^(\s*)(?:(%[\w$.-]+)(?::\d+)? = )?"?([a-z_]+\.[\w.]+)"?(.*?)(?: loc\((.*)\))?$')
_END = re.compile(r"^(\s*)\}\)(.*?)(?: loc\((.*)\))?$")
_POINTERS = re.compile(r"tensor<((?:\d+x)+)!tt\.ptr<[^>]*>(?:, (#[\w.]+(?:<\{.*?\}>)?))?>")
_NUMBERS = re.compile(r"tensor<((?:\d+x)+)[^<>]*?(?:, (#[\w.]+(?:<\{.*?\}>)?))?>")
_NAME = re.compile(r"%[\w$.-]+")
_CARRIED = re.compile(r"(%[\w$.-]+) = (%[\w$.-]+)")


@dataclasses.dataclass
class Operation:
    """A line of a module."""
    depth: int
    result: str | None
    name: str
    rest: str
    place: str
    # The number of the operation whose region it stands in.
    region: int = -1

    def values(self) -> list[str]:
        """The values that the line uses."""
        return _NAME.findall(self.rest)

    def tiles(self) -> set[tuple[str, str]]:
        """The shapes and layouts of tiles on the line."""
        return {(found[1], found[2]) for pattern in (_POINTERS, _NUMBERS) for found in pattern.finditer(self.rest)}


class Listing:
    """The operations of a module in the order of its text."""

    def __init__(self, text: str):
        lines = text.splitlines()
        aliases = [alias for alias in map(_ALIAS.match, lines) if alias]
        self.aliases: dict[str, str] = {alias[1]: alias[2] for alias in aliases}
        self.operations: list[Operation] = []
        for line in lines:
            one, end = _OPERATION.match(line), _END.match(line)
            if one:
                self.operations.append(Operation(len(one[1]), one[2], one[3], one[4], self._place(one[5] or ""), self._region(len(one[1]))))
            elif end:
                # The types and the place of an operation with a region stand behind the region.
                opened = next(one for one in reversed(self.operations) if one.depth == len(end[1]))
                opened.rest, opened.place = opened.rest + end[2], self._place(end[3] or "")

    def _region(self, depth: int) -> int:
        """The last operation that stands less deep."""
        return next((at for at in range(len(self.operations) - 1, -1, -1) if self.operations[at].depth < depth), -1)

    def _place(self, location: str) -> str:
        """A location without aliases, which every module numbers on its own."""
        def written(alias: re.Match[str]) -> str:
            return self._place(re.sub(r"^loc\((.*)\)$", r"\1", self.aliases.get(alias[0], "")))
        return re.sub(r"#loc\d*", written, location)

    def accesses(self) -> list[Operation]:
        """The loads and stores through pointers."""
        return [one for one in self.operations if one.name in _ACCESSES]

    def is_of_tile(self, access: Operation) -> bool:
        """Whether an access goes through a tile of pointers."""
        return _POINTERS.search(access.rest) is not None

    def reductions(self) -> list[Operation]:
        """The reductions."""
        return [one for one in self.operations if one.name == "tt.reduce"]

    def spans_warps(self, reduction: Operation) -> bool:
        """Whether a reduction combines elements of several warps: those of a tile with one axis, which no warp has alone."""
        tiles = [(shape, self.aliases.get(layout, "")) for shape, layout in reduction.tiles() if layout]
        return bool(tiles) and all(_is_shared_by_warps(shape, layout) for shape, layout in tiles)

    def ordered(self) -> list[Operation]:
        """The loads, stores and reductions."""
        return [one for one in self.operations if one.name in (*_ACCESSES, "tt.reduce")]

    def copies(self) -> list[Operation]:
        """The loads that pipelines make ahead."""
        return [one for one in self.operations if _COPY in one.name]

    def origins(self, parameters: list[str]) -> list[frozenset[str]]:
        """The parameters from which the pointers of each access are computed; all of them where none is found."""
        known = {f"%{name}": frozenset({name}) for name in parameters}
        before: dict[str, frozenset[str]] = {}
        while before != known:
            before = dict(known)
            for one in self.operations:
                self._follow(one, known)
        found = [known.get(values[0], frozenset()) if values else frozenset() for values in (one.values() for one in self.accesses())]
        return [origin or frozenset(parameters) for origin in found]

    def _follow(self, one: Operation, known: dict[str, frozenset[str]]) -> None:
        """Adds what an operation computes its results from. What a region hands on is a result of the operation around it, and is carried
        by its loop. Values of one name in different regions count as one."""
        def add(name: str, values: list[str]) -> None:
            known[name] = known.get(name, frozenset()).union(*(known.get(value, frozenset()) for value in values))

        for carried, initial in _CARRIED.findall(one.rest):
            add(carried, [initial])
        # What is loaded points nowhere, unless pointers are loaded: then everywhere.
        if one.result is not None and one.name == "tt.load":
            add(one.result, list(known) if "ptr<!tt.ptr" in one.rest else [])
        elif one.result is not None:
            add(one.result, one.values())
        around = self.operations[one.region] if one.region >= 0 else None
        if around is not None and one.name.endswith((".yield", ".condition")):
            if around.result is not None:
                add(around.result, one.values())
            carried = _CARRIED.findall(around.rest.partition("iter_args")[2] if around.name == "scf.for" else around.rest)
            for at, (name, _) in enumerate(carried):
                add(name, one.values() if one.name.endswith(".condition") else one.values()[at:at + 1])

    def spread(self, access: Operation) -> str | None:
        """The layout and the shape of an access of tiles: equal ones give every lane to the same thread. None where that is not certain."""
        found = _POINTERS.search(access.rest)
        if not found or not found[2]:
            return None
        layout = self.aliases.get(found[2], found[2])
        copies = _copies(layout, [int(extent) for extent in found[1].rstrip("x").split("x")])
        if copies is None or copies > 1 and not self._stays_in_threads(access, (found[1], found[2])):
            return None
        return f"{found[1]}{layout}"

    def _stays_in_threads(self, access: Operation, tile: tuple[str, str]) -> bool:
        """Whether each thread keeps what it loads to itself. One of the threads with a lane stores it; the others may load it early
        or late, as what they compute is not stored."""
        held = {access.result}
        start = next(at for at, one in enumerate(self.operations) if one is access)
        # A name is one value in its region, and may be another value behind the region.
        for one in itertools.takewhile(lambda one: one.depth >= access.depth, self.operations[start + 1:]):
            values = one.values()
            if held.isdisjoint(values):
                continue
            is_alike = one.tiles() == {tile}
            if one.name == "tt.store" and is_alike and values[0] not in held:
                continue
            if not is_alike or one.result is None or one.name.split(".")[0] not in ("arith", "math"):
                return False
            held.add(one.result)
        return sum(one.name == "tt.func" for one in self.operations) == 1


def _is_shared_by_warps(shape: str, layout: str) -> bool:
    found = re.fullmatch(r"#ttg.blocked<\{sizePerThread = \[(\d+)\], threadsPerWarp = \[(\d+)\], warpsPerCTA = \[(\d+)\], order = \[0\]\}>", layout)
    if not found or shape.count("x") != 1:
        return False
    lanes, threads, warps = (int(found[at]) for at in (1, 2, 3))
    return warps > 1 and lanes * threads < int(shape[:-1])


def _copies(layout: str, shape: list[int]) -> int | None:
    """How many threads have one lane of a tile; none for other kinds of layouts, and for those of several blocks."""
    words = ("sizePerThread", "threadsPerWarp", "warpsPerCTA")
    spread = [re.search(rf"{word} = \[([\d, ]+)\]", layout) for word in words]
    if not layout.startswith("#ttg.blocked<") or "CGA" in layout or "CTASplit" in layout or None in spread:
        return None
    lanes, threads, warps = ([int(one) for one in found[1].split(",")] if found else [] for found in spread)
    if not len(shape) == len(lanes) == len(threads) == len(warps):
        return None
    # A thread whose own lanes reach the end of the tile has all of them.
    return math.prod(a * b if own >= extent else max(1, own * a * b // extent)
                     for own, a, b, extent in zip(lanes, threads, warps, shape))
