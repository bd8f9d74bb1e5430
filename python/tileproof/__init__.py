"""tileproof for cuTile Python: proves that kernels have no undefined behavior, or shows a launch that has.

    report = tileproof.check(vec_add, (a, b, c, 256), grid="cdiv(c.shape[0], 256)")
    report.assert_proved()

Nothing here needs a GPU; the proofs are made by the program `tileproof`, which the wheel brings.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .promises import promises

if TYPE_CHECKING:
    from .api import UndefinedBehavior, check, run
    from .cutile.arrays import sample
    from .guards import LaunchRefused, guard
    from .launcher.compiled import Compiled, compile
    from .report import Counterexample, Report

__all__ = ["check", "run", "compile", "sample", "guard", "Compiled", "promises", "Report", "Counterexample", "LaunchRefused", "UndefinedBehavior"]

_WHERE = {"compile": "launcher.compiled", "Compiled": "launcher.compiled", "check": "api", "run": "api", "UndefinedBehavior": "api", "sample": "cutile.arrays", "guard": "guards",
          "LaunchRefused": "guards", "Report": "report", "Counterexample": "report"}


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        from importlib import import_module
        return getattr(import_module(f".{_WHERE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
