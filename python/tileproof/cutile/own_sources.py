"""Modules of the author's are compiled from their source, and never taken from `__pycache__`.

Python takes a cached module for current if time and size of its source are as they were. A source that was replaced by another of
the same size and time would be proved as it was before. Packages of the environment are loaded as ever: they are large.
"""
from __future__ import annotations

import functools
import os
import sysconfig
from importlib.machinery import SourceFileLoader
from typing import Any

PACKAGES = ("site-packages", "dist-packages")


@functools.lru_cache(maxsize=None)
def _library() -> tuple[str, ...]:
    return tuple(os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib"))


def _is_installed(path: str) -> bool:
    """A module of the standard library, or of a package that was installed."""
    real = os.path.realpath(path)
    return real.startswith(_library()) or any(name in real.split(os.sep) for name in PACKAGES)


def install() -> None:
    """From now on."""
    stats = SourceFileLoader.path_stats

    def path_stats(loader: Any, path: str) -> Any:
        if not _is_installed(path):
            # The loader reads the source then, and caches nothing.
            raise OSError(f"{path} is compiled from its source")
        return stats(loader, path)

    SourceFileLoader.path_stats = path_stats  # type: ignore[method-assign]
