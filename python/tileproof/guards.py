"""Launches held against what is proved, when they are made."""
from __future__ import annotations

import dataclasses
import os
import re
from typing import Any, Callable

from . import program
from .cutile import export
from .cutile.arrays import Array, array, is_array

# How many launches that differ in sizes or numbers are remembered.
MOST = 4096

_guarded: dict[int, "Guard"] = {}
_real: Callable[..., Any] | None = None


class LaunchRefused(RuntimeError):
    """A launch that is not one of those for which its kernel is proved: the clause that it breaks."""


@dataclasses.dataclass
class Known:
    """Of launches that differ in addresses alone: the first clause that one breaks, what must be in memory, and the numbers."""
    broken_clause: Callable[..., str | None]
    contents: list[tuple[str, str]]
    numbers: list[int]
    places: list[int]
    values: dict[str, Any]


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in _leaves(item)]
    return [array(value) if is_array(value) else value]


def _has_list(value: Any) -> bool:
    """Whether a list is passed: of launches alike in what is in it, it is another than a tuple."""
    return isinstance(value, list) or isinstance(value, tuple) and any(_has_list(item) for item in value)


class Guard:
    """What is proved of a kernel, by signature."""

    def __init__(self, kernel: Any, check_contents: bool, timeout: float | None):
        self.kernel, self.check_contents, self.timeout = kernel, check_contents, timeout
        self.proofs: dict[str, tuple[Callable[..., str | None], list[tuple[str, str]]]] = {}
        self.known: dict[Any, Known] = {}
        self.symbol = kernel._annotated_function.pyfunc.__name__

    def check(self, grid: Any, args: tuple[Any, ...]) -> None:
        """Raises LaunchRefused where the launch is not one of those that are proved."""
        if any(_has_list(value) for value in args):
            raise LaunchRefused(f"@{self.symbol} takes a list of arrays, and no guard looks where its addresses lead")
        leaves = [leaf for value in args for leaf in _leaves(value)]
        alike = tuple((leaf.dtype, leaf.shape, leaf.strides) if isinstance(leaf, Array) else (type(leaf), leaf) for leaf in leaves)
        if alike not in self.known:
            if len(self.known) > MOST:
                self.known.clear()
            self.known[alike] = self._look(args)
        known = self.known[alike]
        numbers = [*known.numbers]
        arrays = [leaf for leaf in leaves if isinstance(leaf, Array)]
        for place, leaf in zip(known.places, arrays):
            numbers[place] = leaf.address
        grid = tuple(int(n) for n in grid) if isinstance(grid, (tuple, list)) else (int(grid),)
        broken = known.broken_clause(*(grid + (1, 1, 1))[:3], *numbers)
        if broken:
            raise LaunchRefused(f"@{self.symbol} is not proved for this launch: it breaks `{broken}`")
        for name, clause in known.contents:
            self._hold(name, clause, known.values, args)

    def _look(self, args: tuple[Any, ...]) -> Known:
        """What is known of launches with arguments of these types, sizes and numbers."""
        found = export.signature(self.kernel, args)
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
        return Known(*self.proofs[key], numbers, places, {one["name"]: one.get("value") for one in found.values if "value" in one})

    def _prove(self, found: export.Signature) -> tuple[Callable[..., str | None], list[tuple[str, str]]]:
        with program.Written() as written:
            written.table.kernel(self.kernel, found)
            written.end()
            out, source = (os.path.join(written.folder.name, name) for name in ("proved.tilebc", "guard.py"))
            done = program.call(["certify", written.path, "-o", out, "--guard", source])
            if done.returncode != 0:
                raise LaunchRefused(f"@{self.symbol} is not proved: {done.stderr.strip()}")
            with open(source, encoding="utf-8") as file:
                text = file.read()
        space: dict[str, Any] = {}
        exec(compile(text, f"<what is proved of @{self.symbol}>", "exec"), space)
        [function] = [value for name, value in space.items() if name.startswith("broken_clause_of_")]
        contents = re.findall(r"^# Not looked at: contents (\S+) : (.*)$", text, re.M)
        return function, contents

    def _hold(self, name: str, clause: str, numbers: dict[str, Any], args: tuple[Any, ...]) -> None:
        said = f"contents {name} : {clause}"
        if not self.check_contents:
            raise LaunchRefused(f"@{self.symbol} is proved for `{said}`, which nobody has looked at: guard(…, check_contents=True)")
        if "[" in clause.replace(".shape[", "").replace(".strides[", "") or clause.startswith("distinct"):
            raise LaunchRefused(f"`{said}` relates elements, which no guard looks at")
        names = list(self.kernel._annotated_function.pysig.parameters)
        if name not in names:
            raise LaunchRefused(f"`{said}` is about a part of a tuple, which no guard looks at")
        import numpy
        value = args[names.index(name)]
        elements = numpy.asarray(value.detach().cpu() if hasattr(value, "detach") else value)
        if not numpy.all(_evaluate(clause, elements.astype(object), numbers)):
            raise LaunchRefused(f"@{self.symbol} is not proved for this launch: it breaks `{said}`")


def _evaluate(clause: str, elements: Any, numbers: dict[str, Any]) -> Any:
    """A clause about `value`, over all elements at once; in objects, so that nothing overflows."""
    import numpy

    def word(found: re.Match[str]) -> str:
        text = found[0]
        if text in numbers:
            return f"({numbers[text]})"
        return text if text in ("value", "cdiv", "min", "max") else f"_unknown({text!r})"

    text = re.sub(r"[A-Za-z_][\w$]*(?:\.\w+(?:\[\d+\])?)?", word, clause)
    # Comparisons bind less than these operators of Python, so every part stands in parentheses.
    parts = [" | ".join(f"({part})" for part in side.split("||")) for side in text.split("&&")]
    text = " & ".join(f"({part})" for part in parts).replace("/", "//").replace("!(", "~(")
    space = {"value": elements, "cdiv": lambda a, b: -(-a // b), "min": numpy.minimum, "max": numpy.maximum, "__builtins__": {}}
    return eval(text, space).astype(bool)


def guard(kernel: Any, *, check_contents: bool = False, timeout: float | None = None) -> Any:
    """Has `ct.launch` refuse launches of a kernel that are not among those for which it is proved.

    The kernel is proved once for each signature, at its first launch, which takes as long as a check; every launch is then held
    against the contract: sizes, strides, addresses, overlap and scalars. Clauses about what is in memory are refused unless
    `check_contents=True`, which copies those arrays to the host and looks. Gives the kernel, which is launched as before.
    """
    global _real
    ct = export.load()
    if _real is None:
        _real = ct.launch

        def launch(stream: Any, grid: Any, launched: Any, args: Any, /, **named: Any) -> Any:
            known = _guarded.get(id(launched))
            if known is not None:
                known.check(grid, tuple(args))
            return _real(stream, grid, launched, args, **named)

        ct.launch = launch
    _guarded[id(kernel)] = Guard(kernel, check_contents, timeout)
    return kernel
