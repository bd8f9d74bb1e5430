"""Every way to launch a kernel of cuda.tile, led through one function, whichever name it is called by."""
from __future__ import annotations

import gc
import importlib
import sys
import types
from typing import Any, Callable, Iterator, NamedTuple

# Sees a kernel, a grid and the arguments before a launch is made; the grid is None where a launch has another shape.
Look = Callable[[Any, Any, "tuple[Any, ...]"], None]


class Entry(NamedTuple):
    """A function that launches kernels, and the places of its arguments; without a grid where it launches threads."""
    module: str
    name: str
    grid: int | None
    kernel: int
    arguments: int


ENTRIES = (Entry("cuda.tile", "launch", 1, 2, 3),
           Entry("cuda.tile._cext", "launch", 1, 2, 3),
           Entry("cuda.tile._cext", "launch_extended", None, 3, 4),
           # What searches for the best configuration launches, here and in a process of its own.
           Entry("cuda.tile._cext", "_benchmark", 1, 2, 3),
           Entry("cuda.tile.tune._tune_utils", "benchmark_with_timeout", 1, 2, 3))


class HeldLaunch:
    """A function that launches kernels, called where the look at the launch raises nothing. It is no descriptor, as builtins are none."""

    def __init__(self, real: Callable[..., Any], entry: Entry, look: Look):
        self.real, self.entry, self.look = real, entry, look
        self.__name__ = self.__qualname__ = entry.name
        self.__doc__ = getattr(real, "__doc__", None)

    def __call__(self, *given: Any, **named: Any) -> Any:
        entry, args = self.entry, list(given)
        if len(args) <= entry.arguments:
            raise TypeError(f"{entry.name}() takes the grid, the kernel and its arguments by position")
        # The launch has what was looked at: an iterator gives it once, and a list may change.
        args[entry.arguments] = tuple(args[entry.arguments])
        if entry.grid is not None and not isinstance(args[entry.grid], int):
            args[entry.grid] = tuple(args[entry.grid])
        self.look(args[entry.kernel], None if entry.grid is None else args[entry.grid], args[entry.arguments])
        return self.real(*args, **named)


def hold(look: Look) -> None:
    """Has `look` see every launch before it is made, also by names that were taken from cuda.tile before, as by
    `from cuda.tile import launch`. RuntimeError where the function is kept in a place that nobody else can change."""
    for entry in ENTRIES:
        try:
            real = getattr(importlib.import_module(entry.module), entry.name, None)
        except ImportError:
            continue
        if real is not None and not isinstance(real, HeldLaunch):
            owners = _owners(real, entry.name)
            held = HeldLaunch(real, entry, look)
            for owner in owners:
                _put(owner, real, held)


def _owners(real: Any, name: str) -> list[Any]:
    """The tables, lists and closures that keep the function."""
    advice = f"launches by it would not be seen: call tileproof.guard before that, or launch by ct.{name}"
    for frame in _frames():
        # Cells are found below; the names of a module are a table.
        cells = frame.f_code.co_freevars + frame.f_code.co_cellvars
        for variable, value in [] if frame.f_locals is frame.f_globals else frame.f_locals.items():
            if value is real and variable not in cells:
                where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                raise RuntimeError(f"{where}: the variable `{variable}` keeps `{name}` of cuda.tile from before the guard, and {advice}")
    # The collector does not look into what was frozen.
    owners: list[Any] = [module.__dict__ for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)]
    for owner in gc.get_referrers(real):
        if isinstance(owner, (dict, list, types.CellType)):
            owners.append(owner)
        elif not isinstance(owner, types.FrameType):
            raise RuntimeError(f"a {type(owner).__name__} keeps `{name}` of cuda.tile from before the guard, and {advice}")
    return owners


def _frames() -> Iterator[types.FrameType]:
    """The functions that run now, of all threads, without those of this module."""
    for innermost in list(sys._current_frames().values()):
        frame: types.FrameType | None = innermost
        while frame is not None:
            if frame.f_globals is not globals():
                yield frame
            frame = frame.f_back


def _put(owner: Any, real: Any, held: HeldLaunch) -> None:
    if isinstance(owner, list):
        owner[:] = [held if item is real else item for item in owner]
    elif isinstance(owner, types.CellType):
        owner.cell_contents = held
    else:
        for key in [key for key, value in owner.items() if value is real]:
            # A class remembers what it found, until an attribute is set.
            classes = [kind for kind in gc.get_referrers(owner) if isinstance(kind, type) and kind.__dict__.get(key) is real]
            for kind in classes:
                setattr(kind, key, held)
            if not classes:
                owner[key] = held
