"""Launches on the interpreter, for arrays in memory of the host. Nothing here needs NumPy."""
from __future__ import annotations

import os
import struct
import tempfile
from typing import Any, Sequence

from .. import program
from .description import Description

# Types in files of arrays, by the type of a kernel; other types go as bytes or as bits.
_DESCR = {"f16": "<f2", "f32": "<f4", "f64": "<f8", "i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "bf16": "<u2", "tf32": "<f4"}

# Types of which two elements share a byte of memory. A file has a byte for each element.
_NIBBLES = ("i4", "f4E2M1FN")

_MAGIC = b"\x93NUMPY\x01\x00"


def run(words: Sequence[str], description: Description, flat: Sequence[Any], grid: Sequence[int]) -> None:
    """Runs a launch of a kernel in a file; arrays that it stores to are changed. UndefinedBehavior if the run breaks a rule."""
    from ..api import UndefinedBehavior
    with tempfile.TemporaryDirectory(prefix="tileproof-") as folder:
        call = ["run", *words, "--grid", ",".join(str(int(extent)) for extent in grid)]
        outputs = []
        for at, (value, parameter) in enumerate(zip(flat, description.parameters)):
            name = parameter["name"]
            if parameter["kind"] != "pointer":
                call += ["--arg", f"{name}={int(value) if parameter['kind'] == 'integer' else repr(value)}"]
                continue
            memory, given = _memory(value), os.path.join(folder, f"{at}.npy")
            with open(given, "wb") as file:
                file.write(file_of(parameter["type"], memory))
            call += ["--arg", f"{name}=@{given}", "--out", f"{name}={given}.out"]
            outputs.append((memory, f"{given}.out", parameter["type"]))
        done = program.call(call)
        if done.returncode != 0:
            raise UndefinedBehavior(done.stdout + done.stderr)
        for memory, path, kind in outputs:
            with open(path, "rb") as file:
                left = body(file.read())
            memory[:] = _joined(left) if kind in _NIBBLES else left


def bytes_of(value: Any) -> memoryview:
    """The bytes of an array of the host or of a GPU, copied from there."""
    if hasattr(value, "cpu"):
        value = value.cpu()
    elif hasattr(value, "get") and hasattr(type(value), "__cuda_array_interface__"):
        value = value.get()
    return _memory(value)


def file_of(kind: str, memory: memoryview) -> bytes:
    """A file of an array with one axis (the format `.npy`)."""
    if kind in _NIBBLES:
        return header(kind, 2 * memory.nbytes) + _halves(memory)
    return header(kind, memory.nbytes) + memory


def count_in(kind: str, size: int) -> int:
    """The number of elements in so many bytes."""
    return 2 * size if kind in _NIBBLES else size // int(_DESCR.get(kind, "|u1")[2:])


def _halves(memory: memoryview) -> bytes:
    """A byte for each half of a byte, the lower half first."""
    return bytes(half for byte in memory for half in (byte & 15, byte >> 4))


def _joined(halves: bytes) -> bytes:
    """The reverse of `_halves`."""
    return bytes(low & 15 | (high & 15) << 4 for low, high in zip(halves[::2], halves[1::2]))


def _memory(value: Any) -> memoryview:
    """The bytes of an array, which can be changed."""
    if hasattr(value, "detach"):
        value = value.detach()
        if not value.is_contiguous():
            raise ValueError("an array that is no contiguous memory is not run")
        import torch
        value = value.reshape(-1).view(torch.uint8).numpy()
    if hasattr(value, "__array_interface__") and not isinstance(value, memoryview) and getattr(value, "dtype", None) is not None:
        if not value.flags.c_contiguous:
            raise ValueError("an array that is no contiguous memory is not run")
        value = value.reshape(-1).view("uint8")
    return memoryview(value).cast("B")


def header(kind: str, size: int) -> bytes:
    """The head of a file of an array with one axis (the format `.npy`, version 1.0)."""
    descr = _DESCR.get(kind, "|u1")
    words = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({size // int(descr[2:])},), }}"
    words += " " * (-(len(_MAGIC) + 3 + len(words)) % 64) + "\n"
    return _MAGIC + struct.pack("<H", len(words)) + words.encode()


def body(data: bytes) -> bytes:
    """The elements of such a file."""
    wide = data[6] >= 2
    [size] = struct.unpack_from("<I" if wide else "<H", data, 8)
    return data[(12 if wide else 10) + size:]


def arrays_in(args: Sequence[Any]) -> list[Any]:
    """The arrays among arguments, in order, at any depth of tuples."""
    from ..cutile.arrays import is_array
    found: list[Any] = []
    for value in args:
        if is_array(value):
            found.append(value)
        elif isinstance(value, tuple):
            found += arrays_in(value)
        elif isinstance(value, list):
            raise TypeError("a list of arrays cannot be launched: the clauses of its addresses cannot be checked")
    return found


def bits_of_bf16(value: float) -> int:
    """The bits of the nearest bf16, ties to even."""
    [bits] = struct.unpack("<I", struct.pack("<f", value))
    if value != value:
        return 0x7fc0
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16
