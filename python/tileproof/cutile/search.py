"""Reads the configurations that an autotuner may pick, in the author's interpreter: `configs`, a list, or what `search()` returns; or
those of Triton's autotuner around a kernel.

A configuration is a mapping of names to numbers, truth values or words; an object with `kwargs`, as Triton's; or any other object, of which
the attributes count. `tileproof check --configs FILE.py` calls it.
"""
from __future__ import annotations

import argparse
import json
import os
import runpy
import sys
from collections.abc import Mapping
from typing import Any

from . import on_host
from ..triton import recording

# What an autotuner's object says beside the kernel's constants.
BESIDE = ("num_warps", "num_worker_warps", "num_stages", "num_ctas", "occupancy", "opt_level", "maxnreg")


def main() -> int:
    cli = argparse.ArgumentParser(prog="python -m tileproof.cutile.search", description=__doc__)
    cli.add_argument("--out", required=True, help="the file to write")
    cli.add_argument("--kernel", help="read the configurations of the autotuner around this kernel")
    cli.add_argument("file")
    asked = cli.parse_args()
    sys.path.insert(0, os.path.dirname(os.path.abspath(asked.file)))
    sys.argv = [asked.file]
    try:
        found = {"configs": [pairs(one) for one in (tuned(asked.file, asked.kernel) if asked.kernel else listed(asked.file))]}
    except BaseException as error:  # whatever the script raises is told, and is not the end of this
        if isinstance(error, KeyboardInterrupt):
            raise
        found = {"error": f"{type(error).__name__}: {error}".split("\n")[0]}
    with open(asked.out, "w", encoding="utf-8") as out:
        json.dump(found, out)
    return 0


def listed(file: str) -> list[Any]:
    members = runpy.run_path(file, run_name=os.path.splitext(os.path.basename(file))[0])
    search = members.get("search")
    if callable(search):
        return list(search())
    if "configs" not in members:
        raise LookupError("it has neither `configs`, a list, nor a function `search`")
    return list(members["configs"])


def tuned(file: str, name: str) -> list[Any]:
    """The configurations of the autotuner around a kernel. Launches of the file are not made."""
    on_host.install()
    recording.when_loaded(lambda: recording.install(lambda *_: None, lambda *_, **__: None))
    members = runpy.run_path(file, run_name=os.path.splitext(os.path.basename(file))[0])
    kernel = members.get(name)
    while kernel is not None and not hasattr(kernel, "configs"):
        kernel = getattr(kernel, "fn", None)
    if kernel is None:
        raise LookupError(f"{name} is no kernel with an autotuner: list configurations, as --configs BLOCK=64..256")
    return list(kernel.configs)


def pairs(config: Any) -> list[tuple[str, Any]]:
    if isinstance(config, Mapping):
        values = dict(config)
    elif isinstance(getattr(config, "kwargs", None), Mapping):
        beside = {name: getattr(config, name) for name in BESIDE if isinstance(getattr(config, name, None), int)}
        values = {**config.kwargs, **beside}
    else:
        values = dict(vars(config))
    for name, value in values.items():
        if not isinstance(name, str) or not isinstance(value, (bool, int, str)):
            raise TypeError(f"{name!r} is {value!r}: a configuration has names, with numbers, truth values or words")
    return list(values.items())


if __name__ == "__main__":
    sys.exit(main())
