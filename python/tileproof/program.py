"""The program `tileproof`, which the wheel brings with its solver."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Sequence

OWN = Path(__file__).parent / "bin" / "tileproof"


def path() -> str:
    """Where the program is: $TILEPROOF, the wheel's, or on the path."""
    said = os.environ.get("TILEPROOF")
    found = said or (str(OWN) if OWN.is_file() else on_path())
    if not found:
        raise FileNotFoundError("there is no program tileproof: install the wheel, or let $TILEPROOF name it")
    return found


def on_path() -> str | None:
    """The first program on the path. The package's own script of this name would only look for the program again."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        found = shutil.which("tileproof", path=folder)
        if found and Path(found).open("rb").read(2) != b"#!":
            return found
    return None


def call(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs the program, which must not be wrong in its words."""
    done = subprocess.run([path(), *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode in (2, 5, 6) or done.returncode < 0:
        raise RuntimeError(done.stderr.strip() or f"tileproof ended with {done.returncode}")
    return done


class Written:
    """A table in a folder of its own, as long as it is needed."""

    def __init__(self) -> None:
        from .cutile.table import Table
        self.folder = tempfile.TemporaryDirectory(prefix="tileproof-")
        self.path = os.path.join(self.folder.name, "call.launches")
        self.table = Table(self.path)

    def __enter__(self) -> Written:
        return self

    def __exit__(self, *_: Any) -> None:
        os.close(self.table.file)
        self.folder.cleanup()

    def end(self) -> str:
        """The whole table; raises what kept a kernel or a launch out of it."""
        self.table.write("end", "all of it")
        text = Path(self.path).read_text(encoding="utf-8")
        for line in text.splitlines():
            problem = json.loads(line).get("problem")
            if problem:
                raise ValueError(problem["message"] + (f" ({problem['help']})" if problem["help"] else ""))
        return text


def main() -> None:
    """Becomes the wheel's program. $TILEPROOF may name this command, which would start itself forever."""
    try:
        program = str(OWN) if OWN.is_file() else path()
    except FileNotFoundError as problem:
        sys.exit(_without_program(problem))
    if os.path.exists(program) and os.path.exists(sys.argv[0]) and os.path.samefile(program, sys.argv[0]):
        sys.exit(_without_program("this package has no program: install the wheel, or let $TILEPROOF name a program"))
    os.execv(program, ["tileproof", *sys.argv[1:]])


def _without_program(problem: object) -> int:
    print(f"error: {problem}", file=sys.stderr)
    return 2
