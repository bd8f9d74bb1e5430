"""What of the author's was read while a kernel was made: files, and folders where modules are looked for."""
from __future__ import annotations

import os
import sys
import sysconfig
from typing import Any

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def watch() -> set[str]:
    """A set that fills with the files that are opened for reading from now on."""
    files: set[str] = set()

    def opened(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and not (arguments[2] or 0) & WRITES:
            files.add(arguments[0])

    sys.addaudithook(opened)
    return files


def inputs(opened: set[str], script: str) -> dict[str, list[str]]:
    """The files outside of the standard library and of packages, and the folders. What a folder of packages has stands in its names,
    with its versions."""
    library = {os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    packages = {path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")}
    foreign = library | {os.path.realpath(path) for path in packages} | {os.path.realpath(HERE), "/proc", "/sys", "/dev"}

    def is_own(path: str) -> bool:
        real = os.path.realpath(path)
        return not any(real == folder or real.startswith(folder + os.sep) for folder in foreign)

    modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    files = {os.path.abspath(path) for path in [script, *opened, *modules] if path and os.path.isfile(path) and not path.endswith(".pyc")}
    folders = {os.path.abspath(path) for path in sys.path if os.path.isdir(path or ".")} - {os.path.dirname(HERE)}
    return {
        "files": sorted(path for path in files if is_own(path)),
        "folders": sorted(path for path in folders if is_own(path) or path in packages),
    }
