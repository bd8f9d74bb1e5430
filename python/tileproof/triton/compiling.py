"""Kernels as the text of Triton's IR, by Triton itself, with no GPU and no driver."""
from __future__ import annotations

import inspect
import os
import warnings
from typing import Any

from . import driver
from .signature import Signature

_ATTRIBUTE = "tt.divisibility"

# The warps of the largest program: CUDA has 1024 threads in a block.
MOST_WARPS = 32


# Options of later stages, which leave the text of the kernel as it is.
_LATER = ("enable_fp_fusion", "maxnreg", "num_ctas", "num_stages")


def meaning(options: dict[str, Any] | None) -> Any:
    """The compile options that may change the kernel, such as the number of warps; none where they are open."""
    return None if options is None else tuple(sorted((name, repr(value)) for name, value in options.items() if name not in _LATER))


def ttir(kernel: Any, found: Signature, options: dict[str, Any] | None = None, divisible: dict[str, int] | None = None) -> str:
    """The kernel for a signature. Nothing is assumed of its arguments, except that those in `divisible` are multiples of a number.
    Without options, the number of warps is open, and the kernel is read for the most of them."""
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
    packages = os.path.dirname(os.path.dirname(os.path.abspath(triton.__file__))) + os.sep
    # Places in Triton's own library are told from its folder on.
    text = str(backend.make_ttir(module, *simplified)).replace(packages, "")
    # Threads of a program that hold the same element of a small tile are ordered by no data. Fewer threads order more.
    warps = MOST_WARPS if options is None else parsed.num_warps
    return text.replace("module {", f'module attributes {{"ttg.num-warps" = {warps} : i32}} {{', 1)


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
