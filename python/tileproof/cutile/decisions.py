"""What a script does with a number that it reads from results of launches. Launches are recorded and not executed, so the number is another
one on a GPU.

A number that is only shown or asserted changes no launch. A branch may change or leave out every launch behind it. A number may become a
grid, a size or an argument.
"""
from __future__ import annotations

import ast
import os
import sys
from types import FrameType
from typing import Any

from . import callees, flow, sources
from .flow import BRANCH, KEPT, NUMBER

__all__ = ["BRANCH", "KEPT", "NUMBER", "purpose", "purpose_of_arguments", "uses_raw_memory"]

# The modules of this package that watch functions of torch.
_OWN = {f"{__package__}.{name}" for name in ("contents", "decisions", "on_host", "shapes")}

# A purpose with file and line.
Purpose = tuple[str, str, int]


def purpose(value: Any) -> Purpose | None:
    """The purpose of a value that the script reads now; none if it is only shown or asserted."""
    frame = sources.author()
    if frame is None:
        return NUMBER, "<unknown>", 0
    kind = flow.ELEMENTS if hasattr(value, "__array_interface__") and not hasattr(value, "untyped_storage") else flow.VALUE
    found = flow.scopes_of(frame)
    follow = flow.Flow(_is_of_floats(value))
    if not found or not _is_read_by(frame) and not all(follow.is_shown_by(*one) for one in found):
        return _placed(NUMBER, frame)
    if any(isinstance(node, ast.Call) and sources.name_of(node) == "print" and not follow.is_shown_by(scope, node) for scope, node in found):
        return _placed(NUMBER, frame)
    for one in found:
        follow.value(*one, kind)
    return _placed(follow.run(), frame)


def _is_read_by(author: FrameType) -> bool:
    """Whether the expression of a frame reads the value by functions of torch or NumPy alone. Other functions may use the value themselves."""
    frame = sys._getframe(1)
    while frame is not author and frame.f_back is not None:
        if frame.f_globals.get("__name__", "").split(".")[0] not in ("torch", "numpy") and frame.f_globals.get("__name__") not in _OWN:
            return False
        frame = frame.f_back
    return True


def purpose_of_arguments() -> Purpose | None:
    """The purpose of the arrays that the script passes now to a function which makes tensors of their memory."""
    frame = sources.author()
    found = flow.scope_of(frame) if frame is not None else None
    if frame is None or found is None:
        return NUMBER, "<unknown>", 0
    scope, node = found
    follow = flow.Flow(False)
    for name in [one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)]:
        if hasattr(callees.resolved(scope.of, name, scope.names, scope.own), "__array_interface__"):
            follow.name(scope, name, name.id, flow.ALIAS)
    return _placed(follow.run(), frame)


def uses_raw_memory() -> bool:
    """Whether the file of the author's that runs now reads memory by addresses, with `ctypes` or `cffi`."""
    frame = sources.author()
    found = sources.source(frame.f_code.co_filename) if frame is not None else None
    if found is None:
        return True
    modules = [one.name for node in ast.walk(found.tree) if isinstance(node, ast.Import) for one in node.names]
    modules += [str(node.module) for node in ast.walk(found.tree) if isinstance(node, ast.ImportFrom)]
    return any(module.split(".")[0] in ("ctypes", "cffi") for module in modules)


def here(kind: str) -> Purpose:
    """A purpose at the author's line that runs now."""
    frame = sources.author()
    return (kind, "<unknown>", 0) if frame is None else (kind, os.path.abspath(frame.f_code.co_filename), frame.f_lineno)


def _placed(kind: str | None, frame: FrameType) -> Purpose | None:
    return None if kind is None else (kind, os.path.abspath(frame.f_code.co_filename), frame.f_lineno)


def _is_of_floats(value: Any) -> bool:
    """Whether a value is a float, a text, or some of them."""
    if isinstance(value, (list, tuple)) and value:
        return all(map(_is_of_floats, value))
    dtype = str(getattr(value, "dtype", "")) if not hasattr(value, "untyped_storage") else ""
    return isinstance(value, (float, str)) or "float" in dtype
