"""What a check says, as objects of Python."""
from __future__ import annotations

import dataclasses
import functools
import html
import json
import os
import re
import tempfile
from typing import TYPE_CHECKING, Any

from . import program

if TYPE_CHECKING:
    import numpy

_NUMPY = {"f16": "float16", "f32": "float32", "f64": "float64", "i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32",
          "i64": "int64", "bf16": "uint16", "tf32": "float32"}


@dataclasses.dataclass(frozen=True)
class Clauses:
    """What a proof rests on: written by the author, assumed by the compiled signature, inferred, and trusted."""
    given: list[str]
    signature: list[str]
    inferred: list[str]
    trusted: list[str]


@dataclasses.dataclass(frozen=True)
class Counterexample:
    """A launch that the interpreter has run and seen break a rule."""
    rule: str
    file: str
    line: int
    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    scalars: dict[str, Any]
    data: dict[str, Any]

    @property
    def arrays(self) -> dict[str, numpy.ndarray]:
        """The arrays of the launch, each from its pointer to the end of its memory, by parameter.

        Elements of bf16 are their bits, as uint16; those of other formats that NumPy lacks, as uint8.
        """
        import numpy
        found, launch = {}, self.data["launch"]
        for argument in launch["args"]:
            if argument.get("buffer") is None:
                continue
            buffer = launch["buffers"][argument["buffer"]]
            memory = numpy.zeros(buffer["bytes"], numpy.uint8)
            for chunk in buffer["contents"]:
                data = numpy.frombuffer(bytes.fromhex(chunk["hex"]), numpy.uint8)
                memory[chunk["offset"]:chunk["offset"] + len(data)] = data
            element = numpy.dtype(_NUMPY.get(argument["type"].removeprefix("ptr<").rstrip(">"), "uint8"))
            rest = memory[argument.get("offset") or 0:]
            flat = rest[:len(rest) // element.itemsize * element.itemsize].view(element)
            found[argument["name"]] = self._shaped(argument["name"], flat)
        return found

    def _shaped(self, name: str, flat: numpy.ndarray) -> numpy.ndarray:
        """As the launch's own extents and strides have it, where they fit."""
        import numpy
        axes = sum(1 for key in self.scalars if key.startswith(f"{name}.shape["))
        shape = [self.scalars[f"{name}.shape[{axis}]"] for axis in range(axes)]
        strides = [self.scalars.get(f"{name}.strides[{axis}]", 1) for axis in range(axes)]
        reach = 1 + sum((n - 1) * s for n, s in zip(shape, strides))
        if not axes or min(shape + strides) < 0 or 0 not in shape and reach > flat.size:
            return flat
        strides = [s * flat.itemsize for s in strides]
        return numpy.lib.stride_tricks.as_strided(flat, shape, strides) if 0 not in shape else numpy.zeros(shape, flat.dtype)


class _Texts:
    """The reports on a table for a person, made when somebody asks, all at once."""

    def __init__(self, table: str, words: list[str]):
        self.table, self.words = table, words

    @functools.cached_property
    def parts(self) -> list[str]:
        """One a report, in order."""
        with tempfile.TemporaryDirectory(prefix="tileproof-") as folder:
            path = os.path.join(folder, "call.launches")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.table)
            text = program.call(["check", path, *self.words]).stdout
        heads = [found.start() for found in _HEAD.finditer(text)]
        return [text[start:end].rstrip() + "\n" for start, end in zip(heads, [*heads[1:], len(text)])]


# A report begins with a place, a kernel and a verdict.
_HEAD = re.compile(r"^\S.* @.*: (?:proved|undefined|unknown|unsupported|ill-formed)", re.M)


class Report:
    """What a check says of one kernel or launch."""

    def __init__(self, kernel: dict[str, Any], texts: _Texts, number: int):
        self.data = kernel
        self._texts, self._number = texts, number

    @property
    def verdict(self) -> str:
        """`proved`, `undefined`, `unknown`, `unsupported` or `ill-formed`."""
        return self.data["verdict"]

    @property
    def conditional(self) -> bool:
        """Whether the proof needs clauses that nobody wrote: `clauses.inferred`."""
        return self.data["conditional"]

    @property
    def clauses(self) -> Clauses:
        """What the verdict rests on."""
        return Clauses(**{name: self.data["contract"][name] for name in ("given", "signature", "inferred", "trusted")})

    @property
    def counterexample(self) -> Counterexample | None:
        """A launch that breaks a rule, if the verdict is `undefined`."""
        found = self.data["counterexample"]
        if found is None:
            return None
        arguments = found["launch"]["args"]
        scalars = {one["name"]: one.get("value") for one in arguments if one.get("buffer") is None}
        place = found["place"]
        return Counterexample(found["rule"], place["file"], place["line"], tuple(found["block"]), tuple(found["launch"]["grid"]),
                              scalars, found)

    @property
    def text(self) -> str:
        """The report for a person, with the picture of what is accessed."""
        return self._texts.parts[self._number]

    def assert_proved(self, conditional: bool = True) -> None:
        """Raises AssertionError with the report, unless the kernel is proved; without `conditional`, under written clauses alone."""
        if self.verdict not in ("proved", "conditional") or self.conditional and not conditional:
            raise AssertionError(self.text)

    def __repr__(self) -> str:
        condition = f" if {' and '.join(self.clauses.inferred)}" if self.conditional else ""
        return f"<tileproof.Report @{self.data['name']}: {self.verdict}{condition}>"

    def _repr_html_(self) -> str:
        colour = {"proved": "#2e7d32", "undefined": "#c62828"}.get(self.verdict, "#ef6c00")
        return (f'<div style="border-left:4px solid {colour};padding-left:1em"><b>@{html.escape(str(self.data["name"]))}: '
                f'{self.verdict}</b><pre style="line-height:1.2">{html.escape(self.text)}</pre></div>')


def reports(table: str, path: str, words: list[str]) -> list[Report]:
    """The reports on a table that stands in a file."""
    done = program.call(["check", path, "--json", *words])
    if not done.stdout.startswith("{"):
        raise RuntimeError(done.stderr.strip())
    texts = _Texts(table, words)
    return [Report(kernel, texts, number) for number, kernel in enumerate(json.loads(done.stdout)["kernels"])]
