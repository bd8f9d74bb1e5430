"""What a check says, as objects of Python."""
from __future__ import annotations

import dataclasses
import html
import json
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
    data: dict[str, Any] = dataclasses.field(repr=False)

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


# The most clauses that a summary lists.
_LISTED = 5

# Exit codes of the program that say how a kernel is, the best first.
_BETTER_FIRST = (0, 7, 3, 4, 1)


class Report:
    """The result of checking one kernel or one launch."""

    def __init__(self, kernel: dict[str, Any]):
        self.data = kernel

    @property
    def verdict(self) -> str:
        """`proved`, `conditional`, `undefined`, `unknown`, `unsupported` or `ill-formed`.

        A `conditional` or `unknown` kernel may also have a `likely_bug`, and a proved one a property that does not hold.
        """
        return self.data["verdict"]

    @property
    def conditional(self) -> bool:
        """True for a proof that needs preconditions which the author did not write: `clauses.inferred`."""
        return self.data["conditional"]

    @property
    def likely_bug(self) -> str | None:
        """The rule that a typical launch breaks, where only inferred preconditions exclude that launch, and the reason."""
        found = self.data["likely_bug"]
        return None if found is None else ": ".join(filter(None, (found["rule"], found["why"])))

    @property
    def proved(self) -> bool:
        """True for a proof under the author's own clauses, with every property that the contract ensures."""
        return self._objection(conditional=False) is None

    def __bool__(self) -> bool:
        return self.proved

    @property
    def clauses(self) -> Clauses:
        """The clauses that the verdict needs."""
        return Clauses(**{name: self.data["contract"][name] for name in ("given", "signature", "inferred", "trusted")})

    @property
    def counterexample(self) -> Counterexample | None:
        """A launch that breaks a rule, if the verdict is `undefined`, or the launch that shows a likely bug."""
        likely = self.data["likely_bug"] or {}
        # The report begins with the likely bug, whatever else the contract allows.
        found = likely.get("launch") or self.data["counterexample"]
        if found is None:
            return None
        arguments = found["launch"]["args"]
        scalars = {one["name"]: one.get("value") for one in arguments if one.get("buffer") is None}
        place = found["place"]
        return Counterexample(found["rule"], place["file"], place["line"], tuple(found["block"]), tuple(found["launch"]["grid"]),
                              scalars, found)

    @property
    def text(self) -> str:
        """The report for a person, with the picture of the accessed elements."""
        return self.data["text"]

    @property
    def summary(self) -> str:
        """The answer in a few words: `proved if n % 256 == 0`, or `likely bug: k.cu:8:11: error[view.tile.inside]: …`."""
        if self.data["likely_bug"] is not None or self.verdict == "undefined":
            kind = "likely bug" if self.data["likely_bug"] is not None else "undefined behavior"
            return ": ".join(filter(None, (kind, self._finding())))
        inferred = self.clauses.inferred
        listed = inferred[:_LISTED] + ([f"{len(inferred) - _LISTED} more"] if len(inferred) > _LISTED else [])
        verdict = f"proved if {' and '.join(listed)}" if self.conditional else self.verdict
        return "; ".join([verdict, *(f"{one['property']} is {one['status']}" for one in self._open_properties())])

    def assert_proved(self, conditional: bool = True) -> None:
        """Raises AssertionError with the report, unless the kernel is proved with every property that its contract ensures.

        The first line of the message is the first finding, such as `k.py:10:9: error[memory.bounds]: load reads outside …`.
        A likely bug is never a proof. A proof that needs inferred preconditions is one unless `conditional` is False.
        """
        objection = self._objection(conditional)
        if objection is not None:
            raise AssertionError("\n".join(filter(None, (self._finding(), objection, self.text))))

    def _finding(self) -> str:
        """The first finding of the report in one line, empty without a finding."""
        headline, _, rest = self.text.partition("\n")
        place = rest.partition("\n")[0].strip()
        if not headline.startswith(("error", "warning")):
            return ""
        return f"{place.removeprefix('--> ')}: {headline}" if place.startswith("--> ") else headline

    def _objection(self, conditional: bool) -> str | None:
        """The reason why this is no proof."""
        passes = ("proved", "conditional") if conditional else ("proved",)
        is_proved = self.verdict in passes and self.data["likely_bug"] is None and not self._open_properties()
        if is_proved and (conditional or not self.conditional):
            return None
        # The message begins with the finding, so only its kind is said again.
        kind = self.summary.partition(": ")[0] if self._finding() else self.summary
        return f"not proved: {self.name}: {kind}"

    def _open_properties(self) -> list[dict[str, Any]]:
        """The properties of the contract that are violated or not decided."""
        return [one for one in self.data["properties"] if one["status"] != "proved"]

    @property
    def name(self) -> str:
        """The kernel as the author calls it; the file, where no kernel was read."""
        return str(self.data["called"] or self.data["name"] or self.data["file"])

    def __str__(self) -> str:
        return self.text or repr(self)

    def __repr__(self) -> str:
        return f"<tileproof.Report {self.name}: {self.summary}>"

    def _repr_html_(self) -> str:
        is_wrong = self.verdict in ("undefined", "ill-formed") or self.data["likely_bug"] is not None
        colour = "#c62828" if is_wrong else "#2e7d32" if self.proved else "#ef6c00"
        return (f'<div style="border-left:4px solid {colour};padding-left:1em"><b>{html.escape(self.name)}: '
                f'{html.escape(self.summary)}</b><pre style="line-height:1.2">{html.escape(self.text)}</pre></div>')


def reports(path: str, words: list[str]) -> list[Report]:
    """The reports on the kernels and launches of the table at `path`.

    Raises RuntimeError where the program could not read or decide something of which no report speaks.
    """
    done = program.call(["check", path, "--json", "--with-text", *words])
    if not done.stdout.startswith("{"):
        raise RuntimeError(done.stderr.strip())
    found = [Report(kernel) for kernel in json.loads(done.stdout)["kernels"]]
    worst = max((_BETTER_FIRST.index(_exit_code(one)) for one in found), default=-1)
    if done.returncode not in _BETTER_FIRST or _BETTER_FIRST.index(done.returncode) > worst:
        raise RuntimeError(done.stderr.strip() or f"tileproof check ended with exit code {done.returncode}")
    return found


def _exit_code(report: Report) -> int:
    """The exit code of a check of this kernel alone."""
    statuses = [one["status"] for one in report.data["properties"]]
    if "violated" in statuses:
        return 1
    codes = {"proved": 0, "conditional": 7, "undefined": 1, "ill-formed": 4}
    code = codes.get(report.verdict, 3)
    return 3 if "unknown" in statuses and code in (0, 7) else code
