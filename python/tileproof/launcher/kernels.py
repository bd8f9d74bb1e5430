"""Kernels that can be compiled: a file, Tile IR as text or bytecode, or a kernel of cuTile Python; each as words for the program."""
from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Sequence

from .. import program
from .description import Description


class Source:
    """A kernel in a file, with the arguments that its author wrote."""

    # Each parameter of the kernel is an argument of the call.
    is_flat = True

    def __init__(self, kernel: Any, name: str | None, contract: str | None):
        self.folder = tempfile.TemporaryDirectory(prefix="tileproof-")
        self.words: list[str] = [self._file(kernel)]
        self.words += ["--kernel", name] if name else []
        self.words += ["--contract", self._contract(contract)] if contract is not None else []

    def _file(self, kernel: Any) -> str:
        if isinstance(kernel, (bytes, bytearray)):
            return self._write("kernel.tilebc", bytes(kernel))
        text = os.fspath(kernel)
        if "\n" in text:
            return self._write("kernel.tile", text.encode())
        if not os.path.exists(text.rsplit(":", 1)[0]):
            raise FileNotFoundError(f"there is no file {text}")
        return text

    def _contract(self, contract: str) -> str:
        """A contract is given as text, or as the name of a file."""
        return contract if os.path.exists(contract) else self._write("kernel.contract", contract.encode())

    def _write(self, name: str, data: bytes) -> str:
        path = Path(self.folder.name) / name
        path.write_bytes(data)
        return str(path)

    def describe(self, key: Any, capability: int, options: Sequence[str]) -> Description:
        """The description of the launches on a kind of GPU. A kernel without a proof is a RuntimeError."""
        return described(self.words, self.folder.name, capability, options)


def described(words: Sequence[str], folder: str, capability: int, options: Sequence[str]) -> Description:
    """The description that the program writes for a source."""
    path = os.path.join(folder, f"launch{capability}.json")
    done = program.call(["ptx", *words, "--sm", str(capability), "--launch", path, *options])
    if done.returncode != 0:
        raise RuntimeError(f"the kernel has no proof, or no code: {done.stderr.strip()}")
    with open(path, encoding="utf-8") as file:
        return Description(json.load(file))


class CuTile:
    """A kernel of cuTile Python. Each combination of argument types has a compilation and a proof of its own."""

    is_flat = False

    def __init__(self, kernel: Any):
        from ..cutile import export
        export.load()
        self.kernel, self.export = kernel, export
        self.written: list[program.Written] = []

    def signature(self, args: tuple[Any, ...]) -> Any:
        """How the arguments of a call are passed."""
        return self.export.signature(self.kernel, args)

    def describe(self, key: Any, capability: int, options: Sequence[str]) -> Description:
        """As of a source; the key is a signature."""
        written = program.Written()
        # The table lives as long as the kernel.
        self.written.append(written)
        written.table.kernel(self.kernel, key)
        written.end()
        return described([written.path], written.folder.name, capability, options)


def source_of(kernel: Any, name: str | None, contract: str | None) -> Source | CuTile:
    """What can be compiled of a kernel."""
    if hasattr(kernel, "_annotated_function"):
        if name is not None or contract is not None:
            raise TypeError("a kernel of cuTile Python has its name and its contract already")
        return CuTile(kernel)
    if isinstance(kernel, (str, bytes, bytearray, os.PathLike)):
        return Source(kernel, name, contract)
    raise TypeError(f"a {type(kernel).__name__} is no kernel: pass a kernel of cuTile Python, the name of a file, Tile IR or bytecode")
