"""Checks and runs of one kernel, from Python."""
from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

from . import program
from .cutile import export
from .cutile.arrays import array, is_array
from .triton.capture import Capture
from .triton.recording import is_kernel
from .report import Report, reports


def check(kernel: Any, args: Sequence[Any] | Mapping[str, Any], grid: str | Sequence[int] | None = None, requires: Sequence[str] = (), *,
          timeout: float | None = None, divisible: int = 1) -> Report:
    """Proves that a kernel has no undefined behavior, or shows a launch that has.

    `args` are as `ct.launch` takes them: tensors on a GPU or not, NumPy arrays, or samples such as `tileproof.sample("f32", 1000)`.
    Their types, ranks and constants matter. With a grid of numbers it is that launch that is checked, with its sizes; with a grid
    in words, as `"cdiv(c.shape[0], T)"`, or none, all launches, of every size. `requires` are promises about them, beside those
    above the kernel. `divisible` is what extents and strides are compiled to be multiples of. `timeout` is the work in seconds.
    Arguments of a Triton kernel include its constants, by position or in a mapping of names; a tuner's first configuration and
    heuristics give those that are left out.
    """
    is_triton = is_kernel(kernel)
    if not is_triton:
        export.load()
    exact = grid is not None and not isinstance(grid, str)
    words = [f"--requires={clause}" for clause in requires]
    words += [f"--grid={grid}"] if isinstance(grid, str) else []
    words += [f"--timeout={timeout}"] if timeout else []
    with program.Written() as written:
        if is_triton:
            Capture(written.table).checked(kernel, args, grid if exact else None)
        elif exact:
            written.table.launch(grid, kernel, args, general=False, divisible=divisible)
        else:
            written.table.kernel(kernel, export.signature(kernel, tuple(args), divisible))
        written.end()
        return reports(written.path, words)[-1]


def run(kernel: Any, args: Sequence[Any], grid: Sequence[int], *, seed: int | None = None) -> None:
    """Runs a launch on the interpreter, with every check on: a reference without a GPU. Arrays that it stores to are changed.

    Raises `UndefinedBehavior` with the report where the launch breaks a rule. Arrays are NumPy's or torch's on the host.
    """
    export.load()
    with program.Written() as written:
        found = export.signature(kernel, tuple(args))
        written.table.kernel(kernel, found)
        written.end()
        words = ["run", written.path, "--grid", ",".join(str(int(n)) for n in grid)]
        words += [] if seed is None else ["--seed", str(seed)]
        memory = _memories(args, found)
        for value in found.values:
            name = value["name"]
            if name in memory:
                file = os.path.join(written.folder.name, f"{len(words)}.npy")
                _save(file, memory[name])
                words += ["--arg", f"{name}=@{file}", "--out", f"{name}={file}.out"]
            else:
                words += ["--arg", f"{name}={value['value']}"]
        done = program.call(words)
        if done.returncode != 0:
            raise UndefinedBehavior(done.stdout + done.stderr)
        for name, flat in memory.items():
            at = words.index("--out", next(i for i, word in enumerate(words) if word.startswith(f"{name}=@")))
            _load(words[at + 1].split("=", 1)[1], flat)


class UndefinedBehavior(RuntimeError):
    """A launch broke a rule, or could not be run: the report."""


def _memories(args: Sequence[Any], found: export.Signature) -> dict[str, Any]:
    """The memory of each array from its first element to its last, as one that shares it."""
    import numpy
    places = [value for value in found.values if "address" in value]
    ranges = sorted((value["address"], value["address"] + value["bytes"], value["name"]) for value in places)
    for one, other in zip(ranges, ranges[1:]):
        if other[0] < one[1]:
            raise ValueError(f"`{one[2]}` and `{other[2]}` overlap, which is not run")
    arrays = [leaf for value in args for leaf in _leaves(value)]
    memory = {}
    for place, value in zip(places, arrays):
        count = place["bytes"] * 8 // array(value).bits
        if hasattr(value, "as_strided"):
            flat = value.detach().as_strided((count,), (1,))
            flat = flat.view(_bits(flat.dtype)) if str(flat.dtype) == "torch.bfloat16" else flat
            memory[place["name"]] = flat.numpy()
        else:
            memory[place["name"]] = numpy.lib.stride_tricks.as_strided(value, (count,), (value.itemsize,))
    return memory


def _bits(dtype: Any) -> Any:
    import torch
    return torch.int16


def _leaves(value: Any) -> list[Any]:
    if is_array(value):
        return [value]
    if isinstance(value, tuple):
        return [leaf for item in value for leaf in _leaves(item)]
    if isinstance(value, list):
        raise ValueError("a list of arrays is not run: what is in it are addresses")
    return []


def _save(file: str, flat: Any) -> None:
    import numpy
    numpy.save(file, flat)


def _load(file: str, flat: Any) -> None:
    import numpy
    flat[...] = numpy.load(file).view(flat.dtype)
