"""Runs a script for its launches, or compiles one kernel of it, and writes a table for tileproof.

It executes the script, in this interpreter; launches are recorded and not made. `tileproof check FILE.py` calls it.
"""
from __future__ import annotations

import argparse
import importlib.util
import os
import runpy
import sys
import threading
import traceback
from typing import Any

from . import contents, export, on_host, own_sources, recording
from ..triton.capture import Capture
from ..triton.compiling import reason
from ..triton.recording import is_kernel
from .arrays import parse
from .table import HERE, Table


def main() -> int:
    cli = argparse.ArgumentParser(prog="python -m tileproof.cutile", description=__doc__)
    cli.add_argument("--table", required=True, help="the file to write")
    cli.add_argument("--seconds", type=float, default=300, help="how long the script may run")
    cli.add_argument("--kernel", help="compile this kernel, and run no script")
    cli.add_argument("--sample", action="append", default=[], help="of an argument: NAME=f32[1000] or NAME=3")
    cli.add_argument("--hint", action="append", default=[], help="a sample that counts before others, if the kernel has that argument")
    cli.add_argument("file")
    cli.add_argument("words", nargs=argparse.REMAINDER, help="the script's own arguments")
    asked = cli.parse_args()
    table = Table(asked.table)
    file = export.relative(os.path.abspath(asked.file))
    # What was launched is in the table: the script need not be asked again.
    watch = threading.Timer(asked.seconds, _give_up, (table, file, asked.seconds))
    watch.daemon = True
    watch.start()
    triton = Capture(table)
    try:
        ct = export.load()
    except export.Refused as refused:
        # A script of Triton needs no cuda.tile.
        if not importlib.util.find_spec("triton"):
            table.problem(refused.exit, str(refused), refused.help)
            return 0
        ct = None
    on_host.install()
    contents.install(table.decided)
    # Of one kernel nothing that the file launches is asked for.
    if ct is not None:
        recording.install(ct, (lambda *_, **__: None) if asked.kernel else table.launch)
    if ct is not None and not asked.kernel:
        recording.install_export(table.exported)
    triton.install_when_loaded(is_recording=not asked.kernel)
    recording.watch_processes(table.problem, file)
    own_sources.install()
    ended = _kernel(table, triton, asked, file) if asked.kernel else _script(table, asked, file)
    triton.end()
    if ended:
        table.write("end", "the script came to its end")
    return 0


def _give_up(table: Table, file: str, seconds: float) -> None:
    table.problem(3, f"{file} did not end in {seconds:g} seconds", "only the launches before that are checked; --script-timeout gives it more")
    table.write("end", "it took too long")
    os._exit(0)


def _script(table: Table, asked: Any, file: str) -> bool:
    words = [word for at, word in enumerate(asked.words) if at or word != "--"]
    sys.argv = [asked.file, *words]
    sys.path.insert(0, os.path.dirname(os.path.abspath(asked.file)))
    try:
        runpy.run_path(asked.file, run_name="__main__")
    except SystemExit as end:
        if end.code not in (None, 0):
            table.problem(3, f"{file} exited with status {end.code!r}", "only the launches before that are checked")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _raised(table, error, file)
    return True


def _raised(table: Table, error: BaseException, file: str) -> None:
    """One line for what a script raised, with the author's line."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if not one.filename.startswith((HERE, "<frozen"))]
    own = [one for one in frames if os.path.abspath(one.filename) == os.path.abspath(file)] or frames[-1:]
    where = f"{export.relative(os.path.abspath(own[-1].filename))}:{own[-1].lineno}" if own else file
    if isinstance(error, SyntaxError) and error.lineno:
        where = f"{file}:{error.lineno}"
    text = str(error).split("\n")[0]
    help = "only the launches before that are checked"
    if isinstance(error, AssertionError) and table.launches:
        help = "launches are recorded and not made, so there are no results to compare; " + help
    elif any(word in f"{type(error).__name__} {error}".lower() for word in ("cuda", "cupy", "nvidia", "gpu")):
        help = "it needs a GPU, and launches are only recorded here; " + help
    table.problem(3, f"{where}: the script raised {type(error).__name__}: {text}", help)


def _kernel(table: Table, triton: Capture, asked: Any, file: str) -> bool:
    """Compiles one kernel of a file that is imported, and run only for arguments of Triton's that no sample states."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(asked.file)))
    sys.argv = [asked.file]
    name = os.path.splitext(os.path.basename(asked.file))[0]
    try:
        members = runpy.run_path(asked.file, run_name=name)
    except BaseException as error:
        _raised(table, error, export.relative(os.path.abspath(asked.file)))
        return True
    found = members.get(asked.kernel)
    try:
        if is_kernel(found):
            given = _samples(asked, list(found.arg_names))
            if triton.lacks(found, given):
                _script(table, asked, file)
            triton.sampled(found, given, _warps(asked, list(found.arg_names)))
        else:
            table.kernel(*_sampled(members, asked), is_sample=True)
    except (export.Refused, ValueError) as refused:
        table.problem(getattr(refused, "exit", 2), f"{asked.file}:{asked.kernel}: {refused}", getattr(refused, "help", None))
    except Exception as error:  # the compiler's own message about the kernel
        said = reason(error) if is_kernel(found) else export.reason(error)
        table.problem(4, f"{asked.file}:{asked.kernel}: {said}")
    return True


def _warps(asked: Any, wanted: list[str]) -> int | None:
    """The warps of a configuration of Triton's, unless an argument of the kernel has this name."""
    hints = dict(hint.split("=", 1) for hint in asked.hint)
    warps = hints.get("num_warps", "") if "num_warps" not in wanted else ""
    return int(warps) if warps.isdecimal() else None


def _samples(asked: Any, wanted: list[str]) -> dict[str, Any]:
    """The samples of arguments, by name; hints count where the kernel has such an argument."""
    given = dict(text.split("=", 1) for text in asked.sample)
    given.update((name, text) for name, text in (hint.split("=", 1) for hint in asked.hint) if name in wanted)
    return {name: parse(text) for name, text in given.items()}


def _sampled(members: dict[str, Any], asked: Any) -> tuple[Any, export.Signature]:
    kernels = {name: value for name, value in members.items() if hasattr(getattr(value, "_annotated_function", None), "pyfunc")}
    kernel = kernels.get(asked.kernel)
    if kernel is None:
        listed = ", ".join(name for name, value in members.items() if name in kernels or is_kernel(value)) or "none"
        raise export.Refused(f"there is no kernel {asked.kernel}", 2, f"its kernels are: {listed}")
    wanted = list(kernel._annotated_function.pysig.parameters)
    given = _samples(asked, wanted)
    missing = [name for name in wanted if name not in given]
    strange = [name for name in given if name not in wanted]
    if missing or strange:
        takes = f"the kernel takes {', '.join(wanted)}"
        what = f"missing samples: {', '.join(missing)}" if missing else f"unknown samples: {', '.join(strange)}"
        raise export.Refused(f"{what}; {takes}", 2, "write NAME=f32[1000] for an array, NAME=3 for a number")
    return kernel, export.signature(kernel, tuple(given[name] for name in wanted))


if __name__ == "__main__":
    sys.exit(main())
