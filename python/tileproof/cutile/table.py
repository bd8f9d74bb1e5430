"""The table of kernels and launches that tileproof reads: lines of JSON, written as they come."""
from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable

from . import contents, decisions, export, unwritten

SCHEMA = "tileproof.launches/1"
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


# Folders of libraries that launch kernels; their lines are not the author's.
libraries: list[str] = [HERE]


def place() -> tuple[str, int]:
    """The author's line that calls what is running: the innermost one outside of this package, of cuda.tile and of other libraries."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        known = tuple(folder + os.sep for folder in libraries)
        if not os.path.abspath(file).startswith(known) and f"{os.sep}cuda{os.sep}tile{os.sep}" not in file:
            return export.relative(os.path.abspath(file)), frame.f_lineno
        frame = frame.f_back
    return "<unknown>", 0


def _arrays(values: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Arguments, with the arrays of a list instead of its table: a table is as long for arrays of any size."""
    listed = [{**array, "name": f"{one['name']}[{at}]"} for one in values for at, array in enumerate(one.get("arrays", ()))]
    return [one for one in values if "arrays" not in one] + listed


def _alike(values: list[dict[str, Any]]) -> list[Any]:
    """The same for launches that write the same: numbers, sizes, alignments, what integer arrays hold, and how arrays overlap."""
    values = _arrays(values)
    arrays = [one for one in values if "address" in one]
    shapes = [(one["shape"], one["strides"]) for one in values if one["name"].endswith("]") and "shape" in one]
    key = [one.get("value", (one.get("bytes"), one.get("address", 0) % 256, hash(one.get("contents")), one.get("before"), one.get("behind"))) for one in values]
    pairs = [(a, b) for at, b in enumerate(arrays) for a in arrays[:at]]
    overlap = [(a["name"], b["name"], b["address"] - a["address"]) for a, b in pairs
               if max(a["address"], b["address"]) < min(a["address"] + a["bytes"], b["address"] + b["bytes"])]
    return key + overlap + shapes


class Table:
    """Kernels, each once for a signature, and launches."""

    def __init__(self, path: str):
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.kernels: dict[Any, int | None] = {}
        self.kept: list[Any] = []
        # The conditions of contents, by launch.
        self.seen: dict[Any, set[Any]] = {}
        # The number of the first of the launches that write the same.
        self.first: dict[Any, int] = {}
        # What the script decides by results of launches.
        self.decisions: set[Any] = set()
        self.numbers = 0
        self.launches = 0
        self.owner = os.getpid()
        self.write("schema", SCHEMA)

    def write(self, kind: str, value: Any, of_any: bool = False) -> None:
        """Adds a line; another process than the one that began writes none, unless lines of any process count."""
        if of_any or os.getpid() == self.owner:
            data = (json.dumps({kind: value}) + "\n").encode()
            while data:
                data = data[os.write(self.file, data):]

    def problem(self, exit: int, message: str, help: str | None = None) -> None:
        """Adds what went wrong, in one line."""
        self.write("problem", {"exit": exit, "message": " ".join(message.split()), "help": help})

    def kernel(self, kernel: Any, found: export.Signature, general: bool = True, is_sample: bool = False, **more: Any) -> int | None:
        """The number of a kernel; none where cuda.tile does not compile it. A kernel for samples gets a line with their numbers."""
        sample = {"sample": found.values, **more} if is_sample else more
        return self.kernel_once(
            (id(kernel), found.key()), kernel, lambda number: {**export.kernel_line(kernel, found, number, general), **sample})

    def kernel_once(self, key: Any, kernel: Any, line: Callable[[int], dict[str, Any]]) -> int | None:
        """The number of a kernel; `line` gives its line in the table the first time. None after it raised."""
        if key not in self.kernels:
            self.kernels[key] = None
            # The key has the kernel's address, so the kernel must not go.
            self.kept.append(kernel)
            number = len(self.kernels)
            self.write("kernel", line(number))
            self.kernels[key] = number
        return self.kernels[key]

    def decided(self, purpose: str, file: str, line: int, after: Any) -> None:
        """Adds that the script decides by a result, unless an earlier line says so. With other numbers every launch is another one."""
        place = f"{export.relative(file)}:{line}"
        if (purpose, place, after) not in self.decisions:
            self.decisions.add((purpose, place, after))
            self.numbers += purpose == decisions.NUMBER
            self.write("decision", {"purpose": purpose, "place": place, "unless_written": None if after is None else sorted(after)}, of_any=True)

    def launch_once(self, number: int, place: tuple[str, int], grid: tuple[int, ...], values: list[dict[str, Any]]) -> int:
        """Adds a launch, unless an earlier one is the same, and returns the number of the first launch that writes the same. A repetition
        differs in the conditions of its contents only."""
        listed = list(grid + (1, 1, 1))[:3]
        writes = (number, *place, *listed, *_alike(values), self.numbers)
        first = self.first.setdefault(writes, len(self.first) + 1)
        states = [(one.get("uninit"), *sorted(map(tuple, one.get("written_by", ()))), *map(tuple, one.get("written", ()))) for one in _arrays(values)]
        key = (writes, *states)
        conditions = tuple(tuple(one.get("unless_written", ())) for one in _arrays(values))
        repeated = {"repeats": True} if key in self.seen else {}
        if conditions not in self.seen.setdefault(key, set()):
            self.seen[key].add(conditions)
            self.write("launch", {"kernel": number, "file": place[0], "line": place[1], "grid": listed, "arguments": values, "number": first, **repeated})
        return first

    def exported(self, kernel: Any, signatures: Any) -> None:
        """Adds a kernel for the signatures that a script exports it for; never raises."""
        file, line = place()
        for compiled in signatures:
            try:
                found = export.described(kernel, compiled)
                key = (id(kernel), f"{compiled.symbol} {found.key()}")
                if key not in self.kernels:
                    self.kept.append(kernel)
                    self.kernels[key] = number = len(self.kernels)
                    self.write("kernel", export.kernel_line(kernel, found, number, True, compiled.symbol))
            except Exception as error:  # what cuda.tile says of the kernel
                self.problem(4, f"{file}:{line}: {export.reason(error)}")

    def launch(self, grid: Any, kernel: Any, args: Any, general: bool = True, divisible: int = 1, searched: Any = None) -> None:
        """Adds a launch, or why none can be made; never raises, so that no `except` of a script hides it. A search for the best
        configuration tells the number of configurations, and the arguments of another run."""
        file, line = place()
        self.launches += 1
        try:
            grid = tuple(int(n) for n in grid) if isinstance(grid, (tuple, list)) else (int(grid),)
            if not 1 <= len(grid) <= 3:
                raise export.Refused(f"a grid has one to three axes, not {len(grid)}")
            if any(not 1 <= n < 2**32 for n in grid):
                raise export.Refused(f"the grid {grid} has an axis without blocks, or too many")
            number: int | None = None
            arguments: list[dict[str, Any]] = []
            try:
                found = export.signature(kernel, tuple(args), divisible)
                number = self.kernel(kernel, found, general, **_tuned(kernel, found, searched, divisible))
                arguments = found.values
            finally:
                contents.launched(args, number, arguments)
        except export.Refused as refused:
            self.problem(refused.exit, f"{file}:{line}: {refused}", refused.help)
        except Exception as error:  # what cuda.tile says of the kernel
            self.problem(4, f"{file}:{line}: {export.reason(error)}")
        else:
            if number is not None:
                unwritten.written_by(args, self.launch_once(number, (file, line), grid, found.values), arguments)


def _tuned(kernel: Any, found: export.Signature, searched: Any, divisible: int) -> dict[str, Any]:
    """What a search does with the arrays of a launch: each run has copies of those that lie elsewhere in another run."""
    if searched is None:
        return {}
    configs, args = searched
    others = export.signature(kernel, tuple(args), divisible).values
    copied = [one["name"] for one, other in zip(found.values, others) if one.get("address") != other.get("address")]
    return {"tuned": {"configs": configs, "restored": copied, "searched": True}}
