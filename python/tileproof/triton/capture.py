"""Writes kernels of Triton and their launches to the table."""
from __future__ import annotations

import os
import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from ..cutile import contents, export, unwritten
from ..cutile.export import Refused
from ..cutile.table import Table, libraries, place
from . import compiling, recording, signature
from .layouts import Condition
from .relations import Relations
from .signature import Signature


# Hints about numbers in the source of a kernel, and operations that rely on the alignment of pointers.
_HINT = re.compile(r"\b(assume|multiple_of|max_contiguous|max_constancy)\(")
_ALIGNED = re.compile(r"\b(multiple_of|pointer_type)\(")


class Capture:
    """The launches of Triton kernels that a script makes, as a table has them."""

    def __init__(self, table: Table):
        self.table = table
        self.relations: dict[Any, Relations] = {}
        self.tuners: dict[int, Any] = {}
        # The constants that heuristics compute, by kernel.
        self.computed: dict[int, set[str]] = {}
        # By the kernel's name, the arguments of its first launch, and all launches.
        self.first: dict[str, dict[str, Any]] = {}
        self.kept: dict[str, list[Any]] = {}
        self.codes = compiling.Codes()
        # What the code of a kernel is specialized for whose layouts order accesses, by the kernel's number.
        self.special: dict[int, Condition] = {}
        self.is_recording = True
        # Whether a launch by another process, of which the table knows nothing, is an error at once.
        self.is_one_process = False

    def install_when_loaded(self, is_recording: bool = True, is_made: bool = False) -> None:
        """Records launches once Triton is imported; without `is_recording`, the arguments of each kernel's first launch are kept instead.
        With `is_made`, a GPU makes the launches too."""

        self.is_recording = is_recording

        def install() -> None:
            import triton
            libraries.append(os.path.dirname(os.path.abspath(triton.__file__)))
            recording.install(self.launch if is_recording else self._keep, self.tuned, is_made)

        recording.when_loaded(install)

    def _keep(self, kernel: Any, grid: Any, bound: dict[str, Any], options: dict[str, Any]) -> None:
        self.first.setdefault(kernel.fn.__name__, bound)
        if grid is not None:
            try:
                found = signature.of(kernel, bound)
                blocks, formulas = recording.extents(grid, bound)
                self.kept.setdefault(kernel.fn.__name__, []).append((found, blocks, formulas))
            except Refused:
                # A launch that is not made says nothing about arguments.
                pass

    def launch(self, kernel: Any, grid: Any, bound: dict[str, Any], options: dict[str, Any], general: bool = True) -> None:
        """Adds a launch, or a kernel where the grid is none. Of scripts, it never raises, so no `except` hides
        a problem."""
        if self.is_one_process and os.getpid() != self.table.owner:
            raise RuntimeError("--tileproof sees the launches of one process only, and this test launches from another")
        file, line = place()
        self.table.launches += grid is not None
        try:
            number: int | None = None
            arguments: list[dict[str, Any]] = []
            try:
                found = signature.of(kernel, bound)
                blocks, formulas = (None, None) if grid is None else recording.extents(grid, bound)
                number, passed = self.kernel(kernel, found, options, general)
                arguments = passed.values
            finally:
                contents.launched(list(bound.values()), number, arguments)
            if blocks is None or number is None or 0 in blocks:
                return
            self._prepare(kernel, passed.values)
            launch = self.table.launch_once(number, (file, line), blocks, passed.values)
            unwritten.written_by(bound.values(), launch, arguments)
            relations = self.relations.setdefault((id(kernel), tuple(passed.types.items())), Relations(_is_single(kernel)))
            relations.add(number, passed, blocks, formulas)
            if self._is_conditional(kernel, passed):
                relations.conditional.add(number)
            if _ALIGNED.search(_source(kernel)):
                relations.aligned.add(number)
        except Refused as refused:
            self.table.problem(refused.exit, f"{file}:{line}: {refused}", refused.help)
        except Exception as error:  # the compiler's own message about the kernel
            self.table.problem(4, f"{file}:{line}: {compiling.reason(error)}")

    def kernel(self, kernel: Any, found: Signature, options: dict[str, Any] | None, general: bool = True,
               has_layouts: bool = True) -> tuple[int | None, Signature]:
        """The number of a kernel, and the signature that it is compiled for: as general as Triton compiles it. Its layouts are known where
        all compile options are, and the code is for the arguments as they are."""
        problem: Exception | None = None
        for tried in (found, found.with_ones(kernel)):
            try:
                codes, special = self.codes.of(kernel, tried, options if has_layouts else None)
                key = ("triton", id(kernel), tried.key(), compiling.meaning(options), codes)
                number = self.table.kernel_once(
                    key, kernel, lambda number: {**_line(kernel, tried, number, (options, codes), general), **self._tuning(kernel)})
            except Refused:
                raise
            except Exception as error:  # the compiler's own message: integers of 1 may have to be constants
                problem = problem or error
                continue
            if number is not None:
                self.special[number] = special
                return number, tried
        if problem is not None:
            raise problem
        return None, found

    def lacks(self, kernel: Any, given: dict[str, Any]) -> bool:
        """Whether an argument of a kernel has neither a sample, nor a default, nor a value that a tuner or a heuristic chooses."""
        inner, around = recording.innermost(kernel)
        known = {*given, *(param.name for param in inner.params if param.has_default)}
        for one in around:
            known.update(one.configs[0].all_kwargs() if hasattr(one, "configs") else one.values)
        return any(name not in known for name in inner.arg_names)

    def sampled(self, kernel: Any, given: dict[str, Any], warps: int | None = None) -> None:
        """Adds a kernel for samples of its arguments; others are those of the script's first launch. Without the number of warps, the
        answer is for every number."""
        inner, _ = recording.innermost(kernel)
        first = self.first.get(inner.fn.__name__, {}) if self.lacks(kernel, given) else {}
        bound, _ = completed(kernel, first, given)
        options = None if warps is None else {"num_warps": warps}
        number, found = self.kernel(inner, signature.of(inner, bound), options, has_layouts=False)
        for launched, blocks, formulas in self.kept.get(inner.fn.__name__, []):
            if number is not None and list(launched.types) == list(found.types):
                self.relations.setdefault(number, Relations(_is_single(inner))).add(number, launched, blocks, formulas)

    def checked(self, kernel: Any, args: Any, grid: Any) -> None:
        """Adds a kernel for arguments, or one launch where there is a grid."""
        inner, _ = recording.innermost(kernel)
        given = dict(args) if isinstance(args, Mapping) else dict(zip(inner.arg_names, args))
        bound, options = completed(kernel, {}, given)
        if grid is None:
            self.kernel(inner, signature.of(inner, bound), options)
        else:
            self.launch(inner, grid, bound, options, general=False)

    def tuned(self, tuner: Any) -> None:
        """Remembers the tuner or the heuristics of a kernel, and says which configuration is checked."""
        kernel, _ = recording.innermost(tuner)
        if not hasattr(tuner, "configs"):
            self.computed.setdefault(id(kernel), set()).update(tuner.values)
            return
        if id(kernel) in self.tuners or len(tuner.configs) < 2:
            return
        self.tuners[id(kernel)] = tuner
        if not self.is_recording:
            return
        name, code = kernel.fn.__name__, kernel.fn.__code__
        self.table.write("note", f"{export.relative(code.co_filename)}:{code.co_firstlineno}: {name} has {len(tuner.configs)} "
                                 f"configurations, and the first one is checked; `--configs` checks each")

    def _is_conditional(self, kernel: Any, found: Signature) -> bool:
        """Whether a kernel is for some sizes only: heuristics compute a condition of its code, or it has hints for the compiler."""
        constants = [found.constants.get(name) for name in self.computed.get(id(kernel), ())]
        return any(isinstance(getattr(one, "value", one), bool) for one in constants) or bool(_HINT.search(_source(kernel)))

    def _prepare(self, kernel: Any, values: list[dict[str, Any]]) -> None:
        """Changes what arrays hold as the kernel's tuner does before a launch."""
        tuning = self._tuning(kernel).get("tuned", {})
        for value in values:
            if "contents" in value and tuning.get("hooked"):
                del value["contents"]
            elif "contents" in value and value["name"] in tuning.get("reset", ()):
                value["contents"] = "0" * len(value["contents"])

    def _tuning(self, kernel: Any) -> dict[str, Any]:
        """What a kernel's tuner does with arrays around a timing run."""
        tuner = self.tuners.get(id(kernel))
        if tuner is None:
            return {}
        hooked = getattr(tuner, "user_defined_pre_hook", False) or any(getattr(one, "pre_hook", None) for one in tuner.configs)
        return {"tuned": {"configs": len(tuner.configs), "reset": list(tuner.reset_to_zero), "restored": list(tuner.restore_value),
                          "hooked": bool(hooked)}}

    def end(self) -> None:
        """Adds the correspondences between arguments, sizes and grids that all launches of a kernel have."""
        for relations in self.relations.values():
            of_codes: dict[Any, list[int]] = {}
            for number in relations.kernels:
                conditional = number if number in relations.conditional | relations.aligned else None
                of_codes.setdefault((tuple(self.special.get(number, {}).items()), conditional), []).append(number)
            for (special, conditional), numbers in of_codes.items():
                offer = relations.offer(dict(special), conditional)
                if offer:
                    self.table.write("offer", {"kernels": numbers, **offer})


def _source(kernel: Any) -> str:
    """The text of a kernel, if it has one."""
    text = getattr(kernel, "src", None)
    return text if isinstance(text, str) else ""


def _is_single(kernel: Any) -> bool:
    """Whether neither a kernel nor a function that it calls reads the number of a program, so that one program is meant."""
    found, open_ = {id(kernel)}, [kernel]
    while open_:
        function = open_.pop()
        source, plain = getattr(function, "src", None), getattr(function, "fn", None)
        if not isinstance(source, str) or plain is None or "program_id" in source or "num_programs" in source:
            return False
        names = plain.__code__.co_names
        called = [plain.__globals__.get(name) for name in names]
        # A function can stand in a module, as in `helpers.block()`.
        modules = [one for one in called if isinstance(one, ModuleType)]
        called += [getattr(module, name, None) for module in modules for name in names]
        more = [one for one in called if hasattr(one, "src") and hasattr(one, "fn") and id(one) not in found]
        found.update(id(one) for one in more)
        open_ += more
    return True


def completed(kernel: Any, first: dict[str, Any], given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments of a kernel and its compile options: those that are given, those of a first launch, and what a tuner's first
    configuration, heuristics and defaults choose."""
    inner, around = recording.innermost(kernel)
    strange = [name for name in given if name not in inner.arg_names]
    if strange:
        raise Refused(f"it takes {', '.join(inner.arg_names)}: it has no {', '.join(strange)}", 2)
    options: dict[str, Any] = {}
    bound = {**first, **given}
    for one in around:
        if hasattr(one, "configs"):
            chosen = one.configs[0].all_kwargs()
            options = {name: value for name, value in chosen.items() if name not in inner.arg_names}
            chosen = {name: value for name, value in chosen.items() if name in inner.arg_names}
        else:
            chosen = {name: compute(bound) for name, compute in one.values.items() if name not in given}
        bound.update((name, value) for name, value in chosen.items() if name not in given)
    bound, _ = recording.bind(inner, (), bound)
    missing = [name for name in inner.arg_names if name not in bound]
    if missing:
        raise Refused(f"missing samples: {', '.join(missing)}; the kernel takes {', '.join(inner.arg_names)}", 2,
                      "write NAME=f32[1000] for a pointer, NAME=3 for a number")
    return bound, options


def _line(kernel: Any, found: Signature, number: int, compiled: tuple[dict[str, Any] | None, str], general: bool) -> dict[str, Any]:
    """The line of a table for a kernel."""
    function, (options, codes) = kernel.fn, compiled
    constants = {name: getattr(value, "value", value) for name, value in found.constants.items()}
    numbers = {name: int(value) for name, value in constants.items() if isinstance(value, (bool, int)) and -2**63 <= value < 2**63}
    symbol = function.__name__ if function.__name__.isascii() and function.__name__.isidentifier() else "kernel"
    return {"id": number, "symbol": symbol, "called": symbol + found.label(), "file": export.relative(function.__code__.co_filename),
            "line": function.__code__.co_firstlineno, "names": found.names, "constants": numbers,
            "fixed": {name: signature.shown(value) for name, value in found.constants.items()}, "clauses": export.clauses_of(function),
            "general": general, "ttir": compiling.ttir(kernel, found, options, codes=codes)}
