"""Compiled kernels as operators of PyTorch (docs/pytorch.md)."""
from __future__ import annotations

from typing import Any, Callable, Sequence

from .launcher.compiled import Compiled

_SCHEMA = {"pointer": "Tensor", "integer": "SymInt", "float": "float"}


def schema(parameters: Sequence[tuple[str, str, str]], results: Sequence[str], mutates: Sequence[str]) -> str:
    """The signature of an operator in the words of torch.library. ValueError for a name that no array of the kernel has."""
    arrays = [name for name, kind, _ in parameters if kind == "pointer"]
    for name in (*results, *mutates):
        if name not in arrays:
            raise ValueError(f"`{name}` is no array of the kernel: {', '.join(arrays)}")
    words = []
    for name, kind, _ in parameters:
        if name in results:
            continue
        letter = chr(ord("a") + len(words) % 26)
        words.append(f"Tensor({letter}!) {name}" if name in mutates else f"{_SCHEMA[kind]} {name}")
    count = {0: "()", 1: "Tensor"}.get(len(results), f"({', '.join(['Tensor'] * len(results))})")
    return f"({', '.join(words)}) -> {count}"


def register(f: Compiled, name: str, *, results: Sequence[str] = (), mutates: Sequence[str] = (), like: Callable[..., Any] | None = None) -> Any:
    """Makes an operator `lib::name` of a compiled kernel, with an implementation for shapes alone, and returns it.

    The operator takes the kernel's parameters without `results`, which it makes by `like(*arguments)` and returns; `like` also runs on
    tensors without data, and gives one tensor or a tuple. `mutates` names arrays that the kernel changes in place. Every array that the kernel
    writes belongs in one of the lists. ValueError for a wrong name, TypeError for a kernel whose parameters depend on its arguments.
    """
    import torch
    if not f.source.is_flat:
        raise TypeError("a kernel of cuTile Python has other parameters for other arguments: write a function around it, and pass it to torch.library")
    if bool(results) != (like is not None):
        raise ValueError("`results` and `like` belong together")
    parameters = f.parameters
    signature = schema(parameters, results, mutates)
    names = [one for one, _, _ in parameters]

    def made(*args: Any) -> tuple[Any, ...]:
        found = like(*args) if like is not None else ()
        return found if isinstance(found, tuple) else (found,)

    def call(*args: Any) -> Any:
        outputs = made(*args)
        if len(outputs) != len(results):
            raise ValueError(f"`like` makes {len(outputs)} tensors, and there are {len(results)} results")
        written, given = dict(zip(results, outputs)), iter(args)
        f(*(written[one] if one in written else next(given) for one in names))
        return outputs[0] if len(outputs) == 1 else outputs or None

    def shapes(*args: Any) -> Any:
        outputs = made(*args)
        return outputs[0] if len(outputs) == 1 else outputs or None

    devices = "cpu" if f.device == "cpu" else "cuda"
    operator = torch.library.custom_op(name, call, mutates_args=tuple(mutates), device_types=devices, schema=signature)
    operator.register_fake(shapes)
    return operator
