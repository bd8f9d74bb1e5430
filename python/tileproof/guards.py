"""Launches held against what is proved, when they are made."""
from __future__ import annotations

import dataclasses
import os
import re
from typing import Any

from . import launches, program
from .conditions import Conditions
from .cutile import export
from .cutile.arrays import Array, array, is_array
from .triton import guarding
from .triton.recording import is_kernel

# The names of unsigned types in NumPy and torch, with their bits.
_UNSIGNED = re.compile(r"\buint(\d+)$")

# How many launches that differ in sizes or numbers are remembered.
MOST = 4096


class LaunchRefused(RuntimeError):
    """A launch that is not one of those for which its kernel is proved: the clause that it breaks."""


@dataclasses.dataclass
class Known:
    """Launches that differ in addresses alone: their conditions, their numbers, and the places of addresses among these."""
    conditions: Conditions
    numbers: list[int]
    places: list[int]


@dataclasses.dataclass
class Asked:
    """What is guarded: all kernels of one function, since hints make new ones of it."""
    function: Any
    check_contents: bool
    timeout: float | None
    guards: dict[int, "Guard"] = dataclasses.field(default_factory=dict)


_asked: dict[int, Asked] = {}


def _shape(value: Any, arrays: list[Array]) -> Any:
    """What tells arguments from others: tuples as they are nested, and arrays without their addresses, which are listed."""
    if is_array(value):
        seen = array(value)
        arrays.append(seen)
        return (Array, seen.dtype, seen.shape, seen.strides)
    if isinstance(value, tuple):
        return (tuple, *(_shape(item, arrays) for item in value))
    # 0.0 and -0.0 are equal, and two constants.
    return (type(value), repr(value))


def _has_list(value: Any) -> bool:
    """Whether a list is passed, at any depth."""
    return isinstance(value, list) or isinstance(value, tuple) and any(_has_list(item) for item in value)


class Guard:
    """What is proved of a kernel, by signature."""

    def __init__(self, kernel: Any, asked: Asked):
        self.kernel, self.asked = kernel, asked
        self.proofs: dict[str, Conditions] = {}
        self.known: dict[Any, Known] = {}
        self.symbol = kernel._annotated_function.pyfunc.__name__

    def check(self, grid: Any, args: tuple[Any, ...]) -> None:
        """Raises LaunchRefused where the launch is not one of those that are proved."""
        if any(_has_list(value) for value in args):
            raise LaunchRefused(f"@{self.symbol} takes a list of arrays, and no guard looks where its addresses lead")
        arrays: list[Array] = []
        alike = tuple(_shape(value, arrays) for value in args)
        if alike not in self.known:
            if len(self.known) > MOST:
                self.known.clear()
            self.known[alike] = self._look(args)
        known = self.known[alike]
        grid = tuple(int(n) for n in grid) if isinstance(grid, (tuple, list)) else (int(grid),)
        if not 1 <= len(grid) <= 3:
            raise LaunchRefused(f"@{self.symbol} is launched with a grid of {len(grid)} axes")
        numbers = [*(grid + (1, 1, 1))[:3], *known.numbers]
        for place, one in zip(known.places, arrays, strict=True):
            numbers[3 + place] = one.address
        broken = known.conditions.broken_clause(numbers)
        if broken:
            raise LaunchRefused(f"@{self.symbol} is not proved for this launch: it breaks {broken}")
        for name, clause, holds in known.conditions.contents:
            self._hold(name, clause, holds, numbers, known.conditions, args)

    def _look(self, args: tuple[Any, ...]) -> Known:
        """What is known of launches with arguments of these types, sizes and numbers."""
        try:
            found = export.signature(self.kernel, args)
        except export.Refused as refused:
            raise LaunchRefused(f"@{self.symbol} is not proved for this launch: {refused}") from None
        key = found.key()
        if key not in self.proofs:
            self.proofs[key] = self._prove(found)
        numbers: list[int] = []
        places: list[int] = []
        for value in found.values:
            if "address" in value:
                places.append(len(numbers))
                numbers += (value["address"], value["bytes"])
            elif not isinstance(value["value"], str):
                numbers.append(value["value"])
        return Known(self.proofs[key], numbers, places)

    def _prove(self, found: export.Signature) -> Conditions:
        with program.Written() as written:
            written.table.kernel(self.kernel, found)
            written.end()
            out, conditions = (os.path.join(written.folder.name, name) for name in ("proved.tilebc", "guard.json"))
            done = program.call(["certify", written.path, "-o", out, "--guard", conditions, "--accept-inferred"])
            if done.returncode != 0:
                raise LaunchRefused(f"@{self.symbol} is not proved: {done.stderr.strip()}")
            with open(conditions, encoding="utf-8") as file:
                return Conditions(file.read())

    def _hold(self, name: str, clause: str, holds: Any, numbers: list[int], conditions: Conditions, args: tuple[Any, ...]) -> None:
        if not self.asked.check_contents:
            raise LaunchRefused(f"@{self.symbol} is proved for `{clause}`, which nobody has looked at: guard(…, check_contents=True)")
        if holds is None:
            raise LaunchRefused(f"`{clause}` relates elements, which no guard looks at")
        names = list(self.kernel._annotated_function.pysig.parameters)
        if name not in names:
            raise LaunchRefused(f"`{clause}` is about a part of a tuple, which no guard looks at")
        if conditions.is_broken_by(holds, numbers, elements_of(args[names.index(name)])):
            raise LaunchRefused(f"@{self.symbol} is not proved for this launch: it breaks `{clause}`")


def elements_of(value: Any) -> list[Any]:
    """The elements of an array as numbers of Python, of which none overflows; a number is its own.

    A clause reads integers as signed: the bits of an unsigned element stand for the signed number of the same width.
    """
    if isinstance(value, (bool, int, float)):
        return [value]
    if hasattr(value, "detach"):
        value = value.detach().cpu().reshape(-1)
    else:
        import numpy
        value = numpy.asarray(value.get() if hasattr(value, "get") else value).reshape(-1)
    elements: list[Any] = value.tolist()
    dtype = getattr(value, "dtype", None)
    unsigned = _UNSIGNED.search(str(getattr(dtype, "name", dtype)))
    if unsigned is None:
        return elements
    sign = 1 << (int(unsigned[1]) - 1)
    return [(element ^ sign) - sign for element in elements]


def _check(kernel: Any, grid: Any, args: tuple[Any, ...]) -> None:
    """Raises LaunchRefused where a kernel is guarded and the launch is not one that is proved."""
    function = getattr(getattr(kernel, "_annotated_function", None), "pyfunc", None)
    asked = _asked.get(id(function))
    if asked is None or function is None:
        return
    if id(kernel) not in asked.guards:
        asked.guards[id(kernel)] = Guard(kernel, asked)
    if grid is None:
        raise LaunchRefused(f"@{function.__name__} is launched with threads, and no proof is about that")
    asked.guards[id(kernel)].check(grid, args)


def guard(kernel: Any, *, check_contents: bool = False, timeout: float | None = None) -> Any:
    """Has launches of a kernel refused that are not among those for which it is proved.

    The kernel is proved once for each signature, at its first launch, which takes as long as a check; every launch is then held
    against the contract and the clauses that were inferred: sizes, strides, addresses, overlap and scalars. Clauses about what is in memory are refused unless
    `check_contents=True`, which copies those arrays to the host and looks. Gives the kernel, which is launched as before: by `ct.launch`,
    by a name that was imported from cuda.tile, or with other hints (`kernel.replace_hints`). RuntimeError where a launching function
    was put away before, where nobody can reach it. Of a Triton kernel every launch is held: by `kernel[grid]`, by an autotuner, and by a
    compiled kernel that `warmup` returned.
    """
    if is_kernel(kernel):
        guarding.hold(kernel, check_contents)
        return kernel
    export.load()
    launches.hold(_check)
    function = kernel._annotated_function.pyfunc
    _asked[id(function)] = Asked(function, check_contents, timeout)
    return kernel
