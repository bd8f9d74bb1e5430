"""Kernels as the text of Triton's IR, by Triton itself, with no GPU and no driver."""
from __future__ import annotations

import contextlib
import inspect
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from . import driver
from .layouts import Chooser, Condition, States, attributes
from .listing import Listing
from .signature import MULTIPLE, ONE, Signature

_ATTRIBUTE = "tt.divisibility"

# The warps of the largest program: CUDA has 1024 threads in a block.
MOST_WARPS = 32


# Options of later stages, which leave the text of the kernel as it is.
_LATER = ("enable_fp_fusion", "maxnreg", "num_ctas", "num_stages")


def meaning(options: dict[str, Any] | None) -> Any:
    """The compile options that may change the kernel, such as the number of warps; none where they are open."""
    return None if options is None else tuple(sorted((name, repr(value)) for name, value in options.items() if name not in _LATER))


def ttir(kernel: Any, found: Signature, options: dict[str, Any] | None = None, divisible: dict[str, int] | None = None, codes: str = "") -> str:
    """The kernel for a signature. Nothing is assumed of its arguments, except that those in `divisible` are multiples of a number.
    Without options, the number of warps is open, and the kernel is read for the most of them. `codes` has the attributes of Codes."""
    text, parsed = _compiled(kernel, found, options, divisible, False)
    # Threads of a program that hold the same element of a small tile are ordered by no data. Fewer threads order more.
    warps = MOST_WARPS if options is None else parsed.num_warps
    return text.replace("module {", f'module attributes {{"ttg.num-warps" = {warps} : i32{codes}}} {{', 1)


class Codes:
    """The codes of kernels whose layouts and barriers order accesses, each compiled once."""

    def __init__(self) -> None:
        self.known: dict[Any, tuple[str, Condition]] = {}

    def of(self, kernel: Any, found: Signature, options: dict[str, Any] | None) -> tuple[str, Condition]:
        """The codes for a launch as attributes of a module, and what the first of them is specialized for; none where options are open."""
        if options is None:
            return "", {}
        key = (id(kernel), found.key(), repr(sorted(options.items(), key=repr)), repr(found.states(kernel)), repr(found.memories()))
        if key not in self.known:
            try:
                self.known[key] = _codes(kernel, found, options)
            except Exception:  # the compiler's own message, which whoever compiles the kernel tells
                self.known[key] = ("", {})
        return self.known[key]


def _codes(kernel: Any, found: Signature, options: dict[str, Any]) -> tuple[str, Condition]:
    def compiled(states: States) -> Listing | None:
        try:
            divisible = {name: 16 for name, state in states.items() if state == MULTIPLE}
            return Listing(_compiled(kernel, found.with_constant_ones([name for name in states if states[name] == ONE]), options, divisible, True)[0])
        except Exception:  # the compiler's own message, of a specialization that no launch may have
            return None

    free = found.specializations(kernel)
    text, parsed = _compiled(kernel, found, options, None, False)
    if getattr(parsed, "num_ctas", 1) != 1:
        return "", {}
    chooser, launched = Chooser(Listing(text), free, found.memories(), compiled), found.states(kernel)
    if not chooser.needs_order:
        return "", {}
    codes = chooser.codes(launched)
    return attributes(codes, chooser.barriers(launched), found.names, free), codes[0].when if codes else {}


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Without the compiler's messages: of a specialization that it cannot compile, it prints the whole module."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def _compiled(kernel: Any, found: Signature, options: dict[str, Any] | None, divisible: dict[str, int] | None, has_layouts: bool) -> tuple[str, Any]:
    """The text of a kernel, with or without layouts, and the options of its compilation."""
    import triton
    from triton._C.libtriton import ir
    from triton.compiler import ASTSource
    from triton.compiler.compiler import make_backend
    target = driver.target()
    backend = make_backend(target)
    places = {name: at for at, name in enumerate(found.types)}
    constants = {(places[name],): value for name, value in found.constants.items()}
    attributes = {(places[name],): [[_ATTRIBUTE, divisor]] for name, divisor in (divisible or {}).items()}
    source = ASTSource(kernel, dict(found.types), constants, attributes)
    with warnings.catch_warnings():
        # Options of later stages, such as the contraction of floats, change nothing here.
        warnings.simplefilter("ignore")
        parsed = backend.parse_options({**source.parse_options(), **(options or {})})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    given = {"target": target, "options": parsed, "codegen_fns": backend.get_codegen_implementation(parsed),
             "module_map": backend.get_module_map(), "context": context}
    # Versions of Triton differ in which of these the function takes.
    taken = inspect.signature(source.make_ir).parameters
    module = source.make_ir(**{name: value for name, value in given.items() if name in taken})
    simplified = [{}, parsed, driver.ARCHITECTURE][:len(inspect.signature(backend.make_ttir).parameters) - 1]
    module = backend.make_ttir(module, *simplified)
    if has_layouts:
        with _silent():
            module = backend.make_ttgir(module, {}, parsed, driver.ARCHITECTURE)
    packages = os.path.dirname(os.path.dirname(os.path.abspath(triton.__file__))) + os.sep
    # Places in Triton's own library are told from its folder on.
    return str(module).replace(packages, ""), parsed


def divisors(found: Signature) -> dict[str, int]:
    """The arguments of a launch that Triton specializes as multiples of 16."""
    multiples = {}
    for value in found.values:
        number = value.get("address", value.get("value"))
        if isinstance(number, int) and number % 16 == 0 and found.types[value["name"]] != "u1":
            multiples[value["name"]] = 16
    return multiples


def options(kernel: Any, given: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of a launch that are no parameters of the kernel, such as `num_warps`."""
    return {name: value for name, value in given.items() if name not in kernel.arg_names and value is not None}


def reason(error: BaseException) -> str:
    """What Triton's compiler says of a kernel: the innermost cause."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1] if lines else 'no message'}"
