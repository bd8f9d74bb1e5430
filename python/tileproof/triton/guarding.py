"""Launches of Triton kernels held against what is proved, when they are made."""
from __future__ import annotations

import os
from typing import Any

from .. import program
from ..conditions import Conditions
from ..cutile.arrays import memory_of
from ..cutile.export import Refused
from . import compiling, recording, signature, specialized
from .capture import Capture
from .signature import Signature


class Guard:
    """What is proved of a Triton kernel, by the types and constants of its arguments."""

    def __init__(self, kernel: Any, check_contents: bool):
        self.kernel, self.check_contents = kernel, check_contents
        self.name = kernel.fn.__name__
        self.proofs: dict[Any, tuple[Conditions, list[str]]] = {}
        self.codes = compiling.Codes()

    def check(self, grid: Any, bound: dict[str, Any], options: dict[str, Any], compiled: Any = None) -> None:
        """Raises LaunchRefused where the launch is not one of those that are proved; of the code of a compiled kernel, if given."""
        from ..guards import LaunchRefused
        try:
            found = signature.of(self.kernel, bound)
            if compiled is not None:
                found = specialized.signature(compiled, found, bound)
            blocks, _ = recording.extents(grid, bound)
        except Refused as refused:
            raise LaunchRefused(f"@{self.name} is not proved for this launch: {refused}") from None
        conditions, names = self._proof(found, options, compiled is None)
        broken = conditions.broken_clause(numbers(found, blocks, names))
        if broken:
            raise LaunchRefused(f"@{self.name} is not proved for this launch: it breaks {broken}")
        for name, clause, holds in conditions.contents:
            self._hold(name, clause, holds, conditions, numbers(found, blocks, names), bound)

    def _proof(self, found: Signature, options: dict[str, Any], has_layouts: bool) -> tuple[Conditions, list[str]]:
        """The proof for a launch. Compile options change the kernel: more warps order fewer accesses. A proof with an integer as the constant 1
        is about launches with 1 alone. A compiled kernel may be for other arguments than it gets, so its layouts are not known."""
        def key(tried: Signature) -> Any:
            codes, _ = self.codes.of(self.kernel, tried, options if has_layouts else None)
            return tried.key(), compiling.meaning(options), codes

        for tried in (found, found.with_ones(self.kernel)):
            known = self.proofs.get(key(tried))
            if known is not None:
                return known
        conditions, passed = self._prove(found, options, has_layouts)
        return self.proofs.setdefault(key(passed), (conditions, passed.names))

    def _prove(self, found: Signature, options: dict[str, Any], has_layouts: bool) -> tuple[Conditions, Signature]:
        from ..guards import LaunchRefused
        with program.Written() as written:
            capture = Capture(written.table)
            capture.codes = self.codes
            try:
                _, passed = capture.kernel(self.kernel, found, options, has_layouts=has_layouts)
            except Exception as error:  # the compiler's own message about the kernel
                raise LaunchRefused(f"@{self.name} is not proved: {compiling.reason(error)}") from None
            written.end()
            conditions = os.path.join(written.folder.name, "guard.json")
            done = program.call(["certify", written.path, "--guard", conditions, "--accept-inferred"])
            if done.returncode != 0:
                raise LaunchRefused(f"@{self.name} is not proved: {done.stderr.strip()}")
            with open(conditions, encoding="utf-8") as file:
                return Conditions(file.read()), passed

    def _hold(self, name: str, clause: str, holds: Any, conditions: Conditions, listed: list[int], bound: dict[str, Any]) -> None:
        from ..guards import LaunchRefused, elements_of
        if not self.check_contents:
            raise LaunchRefused(f"@{self.name} is proved for `{clause}`, which nobody has looked at: guard(…, check_contents=True)")
        if holds is None:
            raise LaunchRefused(f"`{clause}` relates elements, which no guard looks at")
        if conditions.is_broken_by(holds, listed, elements_of(memory_of(bound[name]))):
            raise LaunchRefused(f"@{self.name} is not proved for this launch: it breaks `{clause}`")


def numbers(found: Signature, blocks: tuple[int, ...], names: list[str]) -> list[int]:
    """The numbers of a launch, as conditions read them: the grid, then addresses with bytes, and integers."""
    listed = list((*blocks, 1, 1)[:3])
    for value in found.values:
        if value["name"] in names and "address" in value:
            listed += (value["address"], value["bytes"])
        elif value["name"] in names and not isinstance(value["value"], str):
            listed.append(value["value"])
    return listed


_guards: dict[int, Guard] = {}


def hold(kernel: Any, check_contents: bool) -> None:
    """Has every launch of a kernel looked at: by `kernel[grid]`, by a tuner, or by a compiled kernel that a warm-up returned."""
    inner, _ = recording.innermost(kernel)
    _guards[id(inner)] = Guard(inner, check_contents)
    from triton.runtime import jit
    if not hasattr(jit.JITFunction.run, "held"):
        _install(jit)


def _install(jit: Any) -> None:
    real = jit.JITFunction.run

    def run(kernel: Any, *args: Any, grid: Any, warmup: bool, **named: Any) -> Any:
        guard = None if warmup else _guards.get(id(kernel))
        if guard is not None:
            guard.check(grid, *recording.bind(kernel, args, named))
        return real(kernel, *args, grid=grid, warmup=warmup, **named)

    run.held = real  # type: ignore[attr-defined]
    jit.JITFunction.run = run
    try:
        from triton.compiler import CompiledKernel
    except ImportError:
        return
    launcher = CompiledKernel.__getitem__

    def launch(compiled: Any, grid: Any) -> Any:
        made = launcher(compiled, grid)
        kernel = getattr(compiled.src, "fn", None)
        guard = _guards.get(id(kernel))
        if guard is None:
            return made

        def checked(*args: Any, **named: Any) -> Any:
            bound, _ = recording.bind(kernel, args, {})
            guard.check(grid, bound, specialized.options(compiled), compiled)
            return made(*args, **named)

        return checked

    CompiledKernel.__getitem__ = launch
