"""Measures the code of a compiled kernel on the GPU of its arguments, by `tileproof tune`."""
from __future__ import annotations

import os
import tempfile
from typing import Any, Sequence

from .. import program
from . import host
from .arguments import see
from .description import Description


def tune(words: Sequence[str], description: Description, flat: Sequence[Any], numbers: Sequence[Any], runs: int) -> str:
    """Times the candidates in one launch, and keeps the fastest in the cache; says which it is. The launch has copies of arrays with a clause
    about their elements, and zeros for other arrays. RuntimeError without a GPU."""
    with tempfile.TemporaryDirectory(prefix="tileproof-") as folder:
        call = ["tune", *words, "--runs", str(runs), "--grid", ",".join(str(int(extent)) for extent in numbers[:3])]
        for at, (value, parameter) in enumerate(zip(flat, description.parameters)):
            call += ["--arg", f"{parameter['name']}={_argument(value, parameter, description, os.path.join(folder, f'{at}.npy'))}"]
        done = program.call(call)
    if done.returncode != 0:
        raise RuntimeError(f"the kernel was not tuned: {done.stderr.strip()}")
    return done.stdout.splitlines()[-1].removeprefix("best: ")


def _argument(value: Any, parameter: Any, description: Description, path: str) -> str:
    """An argument in the words of `tileproof tune`. Copies go to a file."""
    kind = parameter["type"]
    if parameter["kind"] != "pointer":
        return str(int(value)) if parameter["kind"] == "integer" else repr(value)
    if any(name == parameter["name"] for name, _, _ in description.conditions.contents):
        data = host.bytes_of(value)
        with open(path, "wb") as file:
            file.write(host.file_of(kind, data))
        return f"@{path}"
    return f"zeros:{kind}[{host.count_in(kind, see(value).bytes)}]"
