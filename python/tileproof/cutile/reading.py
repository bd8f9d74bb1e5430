"""What of the author's was read while a kernel was made: files, folders where modules are looked for, and variables."""
from __future__ import annotations

import functools
import os
import sys
import sysconfig
from typing import Any

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT

# What gives another answer without a file that was read being another: lists of names, other processes, and the network.
FOLLOWED_NO_FURTHER = ("os.listdir", "os.scandir", "os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "socket.connect")

# What the one who calls sets.
GIVEN = ("PYTHONPATH", "TILEPROOF")


class Reads:
    """What is read from now on."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.variables: set[str] = set()
        self.is_known = True
        self.library = {os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
        sys.addaudithook(self._heard)
        self._watch_variables()
        self._watch_tests()

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and not (arguments[2] or 0) & WRITES:
            self.files.add(arguments[0])
        elif event in FOLLOWED_NO_FURTHER and self._is_asked_by_author():
            self.is_known = False

    def _watch_variables(self) -> None:
        """Environments are read by item, and as a whole."""
        kind = type(os.environ)
        get, walk = kind.__getitem__, kind.__iter__

        def item(environment: Any, name: Any) -> Any:
            self.variables.add(os.fsdecode(name))
            return get(environment, name)

        def every(environment: Any) -> Any:
            if self._is_asked_by_author():
                self.is_known = False
            return walk(environment)

        kind.__getitem__, kind.__iter__ = item, every

    def _watch_tests(self) -> None:
        """Whether a file is there is asked without its being opened."""
        real = os.stat

        def stat(path: Any, *args: Any, **named: Any) -> Any:
            if isinstance(path, (str, os.PathLike)):
                self.files.add(str(path))
            return real(path, *args, **named)

        os.stat = stat

    def _is_asked_by_author(self) -> bool:
        """Whether what happens is due to a line of the author's, and to no import."""
        frame = sys._getframe(2)
        while frame is not None:
            name = frame.f_code.co_filename
            if name.startswith("<frozen importlib"):
                return False
            if not name.startswith("<") and self._is_own(name):
                return True
            frame = frame.f_back
        return False

    @functools.lru_cache(maxsize=None)
    def _is_own(self, path: str) -> bool:
        """Whether it is outside of the standard library and of packages."""
        packages = (path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages"))
        foreign = self.library | {os.path.realpath(path) for path in packages} | {os.path.realpath(HERE), "/proc", "/sys", "/dev"}
        real = os.path.realpath(path)
        return not any(real == folder or real.startswith(folder + os.sep) for folder in foreign)

    def inputs(self, script: str) -> dict[str, list[str]] | None:
        """All of it; none where it cannot be told."""
        if not self.is_known:
            return None
        modules = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
        named = {os.path.abspath(path) for path in {script, *self.files, *modules} if path and not path.endswith(".pyc")}
        own = {path for path in named if self._is_own(path)}
        folders = {os.path.abspath(path) for path in sys.path if os.path.isdir(path or ".")} - {os.path.dirname(HERE)}
        packages = [path for path in folders if os.path.basename(path) in ("site-packages", "dist-packages")]
        installed = {path for path in map(os.path.abspath, modules - {""}) if path.startswith(tuple(folder + os.sep for folder in packages))}
        return {
            "files": sorted(path for path in own if os.path.isfile(path)),
            "missing": sorted(path for path in own if not os.path.exists(path)),
            "folders": sorted({*filter(self._is_own, folders), *packages}),
            "packages": sorted(path for path in installed if os.path.isfile(path)),
            "variables": sorted(name for name in self.variables if not name.startswith(GIVEN)),
        }
