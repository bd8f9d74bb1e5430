"""Writes kernels of Triton and their launches to the table."""
from __future__ import annotations

import os
from typing import Any

from ..cutile import contents, export
from ..cutile.export import Refused
from ..cutile.table import Table, libraries, place
from . import compiling, recording, signature
from .relations import Relations
from .signature import Signature


class Capture:
    """The launches of Triton kernels that a script makes, as a table has them."""

    def __init__(self, table: Table):
        self.table = table
        self.relations: dict[Any, Relations] = {}
        self.tuners: dict[int, Any] = {}

    def install_when_loaded(self, is_recording: bool = True) -> None:
        """Records launches once Triton is imported; without `is_recording`, launches are ignored."""

        def install() -> None:
            import triton
            libraries.append(os.path.dirname(os.path.abspath(triton.__file__)))
            recording.install(self.launch if is_recording else lambda *_: None, self.tuned if is_recording else lambda *_: None)

        recording.when_loaded(install)

    def launch(self, kernel: Any, grid: Any, bound: dict[str, Any], options: dict[str, Any]) -> None:
        """Adds a launch, or a kernel where the grid is none. Never raises, so no `except` of a script hides it."""
        file, line = place()
        self.table.launches += grid is not None
        try:
            try:
                found = signature.of(kernel, bound)
            finally:
                contents.launched(list(bound.values()))
            blocks, formulas = (None, None) if grid is None else recording.extents(grid, bound)
            number, passed = self.kernel(kernel, found, options)
            if blocks is None or number is None or 0 in blocks:
                return
            self.table.launch_once(number, (file, line), blocks, passed.values)
            self.relations.setdefault((id(kernel), tuple(passed.types.items())), Relations()).add(number, passed, blocks, formulas)
        except Refused as refused:
            self.table.problem(refused.exit, f"{file}:{line}: {refused}", refused.help)
        except Exception as error:  # the compiler's own message about the kernel
            self.table.problem(4, f"{file}:{line}: {compiling.reason(error)}")

    def kernel(self, kernel: Any, found: Signature, options: dict[str, Any], general: bool = True) -> tuple[int | None, Signature]:
        """The number of a kernel, and the signature that it is compiled for: as general as Triton compiles it."""
        problem: Exception | None = None
        for tried in (found, found.with_ones(kernel)):
            key = ("triton", id(kernel), tried.key())
            try:
                number = self.table.kernel_once(key, kernel, lambda number: _line(kernel, tried, number, options, general))
            except Refused:
                raise
            except Exception as error:  # the compiler's own message: integers of 1 may have to be constants
                problem = problem or error
                continue
            if number is not None:
                return number, tried
        if problem is not None:
            raise problem
        return None, found

    def sampled(self, kernel: Any, given: dict[str, Any]) -> None:
        """Adds a kernel for samples of its arguments; constants may come from a tuner's first configuration, or from defaults."""
        inner, around = recording.innermost(kernel)
        strange = [name for name in given if name not in inner.arg_names]
        if strange:
            raise Refused(f"it takes {', '.join(inner.arg_names)}: it has no {', '.join(strange)}", 2)
        options: dict[str, Any] = {}
        for one in around:
            if hasattr(one, "configs"):
                chosen = one.configs[0].all_kwargs()
                given = {**{name: value for name, value in chosen.items() if name in inner.arg_names}, **given}
                options = {name: value for name, value in chosen.items() if name not in inner.arg_names}
            else:
                computed = {name: compute(given) for name, compute in one.values.items() if name not in given}
                given = {**given, **computed}
        bound, _ = recording.bind(inner, (), given)
        missing = [name for name in inner.arg_names if name not in bound]
        if missing:
            raise Refused(f"it takes {', '.join(inner.arg_names)}: no sample for {', '.join(missing)}", 2,
                          "write NAME=f32[1000] for a pointer, NAME=3 for a number")
        self.kernel(inner, signature.of(inner, bound), options)

    def tuned(self, tuner: Any) -> None:
        """Remembers the tuner of a kernel, and says which configuration is checked."""
        kernel, _ = recording.innermost(tuner)
        if id(kernel) in self.tuners or len(tuner.configs) < 2:
            return
        self.tuners[id(kernel)] = tuner
        name, code = kernel.fn.__name__, kernel.fn.__code__
        self.table.write("note", f"{export.relative(code.co_filename)}:{code.co_firstlineno}: {name} has {len(tuner.configs)} "
                                 f"configurations, and the first one is checked; `--configs` checks each")

    def end(self) -> None:
        """Adds the correspondences between arguments, sizes and grids that all launches of a kernel have."""
        for relations in self.relations.values():
            offer = relations.offer()
            if offer:
                self.table.write("offer", {"kernels": relations.kernels, **offer})


def _line(kernel: Any, found: Signature, number: int, options: dict[str, Any], general: bool) -> dict[str, Any]:
    """The line of a table for a kernel."""
    function = kernel.fn
    constants = {name: getattr(value, "value", value) for name, value in found.constants.items()}
    numbers = {name: int(value) for name, value in constants.items() if isinstance(value, (bool, int))}
    symbol = function.__name__ if function.__name__.isascii() and function.__name__.isidentifier() else "kernel"
    return {"id": number, "symbol": symbol, "called": symbol + found.label(), "file": export.relative(function.__code__.co_filename),
            "line": function.__code__.co_firstlineno, "names": found.names, "constants": numbers,
            "fixed": {name: signature.shown(value) for name, value in found.constants.items()}, "clauses": export.clauses_of(function),
            "general": general, "ttir": compiling.ttir(kernel, found, options)}
