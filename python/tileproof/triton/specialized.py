"""Launches of a compiled kernel. Its code is for the types, constants and multiples of the launch that it was compiled for."""
from __future__ import annotations

from typing import Any

from ..cutile.export import Refused
from .signature import CONSTANT, Signature

# Compile options that change the kernel, as far as a compiled kernel names them.
_OPTIONS = ("num_warps", "default_dot_input_precision", "sanitize_overflow")


def options(compiled: Any) -> dict[str, Any]:
    """The compile options of a compiled kernel that change its meaning."""
    metadata = getattr(compiled, "metadata", None)
    return {name: getattr(metadata, name) for name in _OPTIONS if hasattr(metadata, name)}


def signature(compiled: Any, found: Signature, bound: dict[str, Any]) -> Signature:
    """The signature of the code, for the arguments of a launch. Refused where the code is not for these arguments."""
    source, names = compiled.src, list(found.types)
    constants = {names[path[0]]: value for path, value in source.constants.items()}
    for name, value in constants.items():
        if name in bound and _plain(bound[name]) != _plain(value):
            raise Refused(f"the kernel is compiled for {name} = {_plain(value)!r}, and {_plain(bound[name])!r} is passed")
    for name, ty in source.signature.items():
        own = found.types.get(name)
        is_wider = (own, ty) == ("i32", "i64")
        if ty != CONSTANT and own != ty and not is_wider:
            raise Refused(f"the kernel is compiled for `{name}` of type {ty}, and the type is {own}")
    numbers = {one["name"]: one.get("address", one.get("value")) for one in found.values}
    for path, attributes in source.attrs.items():
        for attribute, divisor in attributes:
            name = names[path[0]]
            if attribute == "tt.divisibility" and int(numbers[name]) % divisor != 0:
                raise Refused(f"the kernel is compiled for `{name}` as a multiple of {divisor}, and {numbers[name]} is passed")
    values = [one for one in found.values if one["name"] not in constants]
    return Signature(dict(source.signature), constants, values)


def _plain(value: Any) -> Any:
    """The value of a constant, with or without Triton's wrapper."""
    return value.value if type(value).__name__ == CONSTANT else value
