"""What a script does with a number that it reads from results of launches. Launches are recorded and not executed, so the number is another
one on a GPU.

The statement that reads the number tells its purpose. A number that is only shown or asserted changes no launch. A branch may change or
leave out every launch behind it. An integer may become a grid, a size or an argument.
"""
from __future__ import annotations

import ast
import functools
import os
import sys
import sysconfig
from collections.abc import Iterable
from types import FrameType
from typing import Any

# Purposes. A float that is kept may decide later, mostly whether a result is close enough.
BRANCH, NUMBER, KEPT = "branch", "number", "kept"

# Functions that show or compare what they are given.
_SHOWING = {"print", "pprint", "debug", "info", "warning", "error", "log", "write"}
# Functions of numbers and tensors that keep nothing and launch nothing.
_COMPUTING = {
    "abs", "all", "allclose", "any", "assert_close", "bool", "cpu", "equal", "float", "format", "int", "isclose", "isfinite", "isnan", "item",
    "len", "max", "mean", "min", "numpy", "repr", "round", "sqrt", "str", "sum", "tolist",
}
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LIBRARIES = tuple({folder + os.sep for folder in (_HERE, *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")))})


def purpose(value: Any) -> tuple[str, str, int] | None:
    """The purpose of a value that the script reads now, with file and line; none if it is only shown or asserted."""
    frame = _author()
    if frame is None:
        return NUMBER, "<unknown>", 0
    kind = _of_place(frame) or _of_value(value)
    return None if kind == "shown" else (kind, os.path.abspath(frame.f_code.co_filename), frame.f_lineno)


def _author() -> FrameType | None:
    """The innermost frame outside of this package and of libraries."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = os.path.abspath(frame.f_code.co_filename)
        if not file.startswith(_LIBRARIES) and not frame.f_code.co_filename.startswith("<"):
            return frame
        frame = frame.f_back
    return None


def _of_value(value: Any) -> str:
    """The purpose by type: truth values decide, and integers count."""
    if isinstance(value, bool):
        return BRANCH
    if isinstance(value, (float, str)):
        return KEPT
    if isinstance(value, (list, tuple)) and value:
        kinds = {_of_value(one) for one in value}
        return NUMBER if NUMBER in kinds else BRANCH if BRANCH in kinds else KEPT
    dtype = str(getattr(value, "dtype", "")) if not hasattr(value, "untyped_storage") else ""
    return KEPT if "float" in dtype else NUMBER


def _of_place(frame: FrameType) -> str | None:
    """The purpose by the statement of a frame, where the statement tells it."""
    path = _path(frame)
    for at, node in enumerate(path):
        inner = path[at + 1] if at + 1 < len(path) else None
        if isinstance(node, ast.Assert) or _is_showing(node):
            is_caught = isinstance(node, ast.Assert) and _is_caught(path[:at])
            return "shown" if not is_caught and not _does_more(node, _is_showing(node)) else None
        if isinstance(node, ast.If) and inner is node.test:
            is_shown = all(map(_is_harmless, [*node.body, *node.orelse])) and not _is_caught(path[:at]) and not _does_more(node.test, False)
            return "shown" if is_shown else BRANCH
        if isinstance(node, (ast.While, ast.IfExp)) and inner is node.test:
            return BRANCH
        if isinstance(node, ast.comprehension) and inner in node.ifs:
            return BRANCH
    return None


def _is_caught(around: list[ast.AST]) -> bool:
    """Whether one of these nodes may catch an exception."""
    withs = [item.context_expr for node in around if isinstance(node, (ast.With, ast.AsyncWith)) for item in node.items]
    catches = any(isinstance(one, ast.Call) and _name(one) in ("raises", "suppress") for one in withs)
    return catches or any(isinstance(node, ast.Try) for node in around)


def _does_more(node: ast.AST, shows: bool) -> bool:
    """Whether a statement that shows or asserts also keeps a value, or calls a function that may launch a kernel."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    others = calls[1:] if shows else calls
    return any(isinstance(one, ast.NamedExpr) for one in ast.walk(node)) or any(_name(one) not in _COMPUTING for one in others)


def _name(call: ast.Call) -> str:
    """The last name of a called function."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_showing(node: ast.AST) -> bool:
    """Whether a statement calls a function that only shows or compares."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    name = _name(node.value)
    return name in _SHOWING or name.startswith("assert")


def _is_harmless(node: ast.stmt) -> bool:
    """Whether a statement launches nothing and changes nothing that later launches are given."""
    if isinstance(node, ast.If):
        return all(map(_is_harmless, [*node.body, *node.orelse]))
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    stops = isinstance(node, (ast.Pass, ast.Raise, ast.Assert))
    return stops or is_text or (_is_showing(node) and not _does_more(node, True))


def _path(frame: FrameType) -> list[ast.AST]:
    """The nodes around the expression that a frame evaluates, from the outermost."""
    line, column = frame.f_lineno, None
    positions = getattr(frame.f_code, "co_positions", None)
    if positions is not None:
        start, _, column, _ = next((one for at, one in enumerate(positions()) if at == frame.f_lasti // 2), (None,) * 4)
        line = start or line
    nodes: Iterable[ast.AST] = [tree] if (tree := _tree(frame.f_code.co_filename)) is not None else []
    path: list[ast.AST] = []
    while True:
        node = next((one for one in nodes if _contains(one, line, column)), None)
        if node is None:
            return path
        path.append(node)
        nodes = ast.iter_child_nodes(node)


def _contains(node: ast.AST, line: int, column: int | None) -> bool:
    """Whether a place of the source lies in a node. A column of `ast` counts bytes, as those of the code do."""
    if isinstance(node, ast.Module):
        return True
    if isinstance(node, ast.comprehension):
        return any(_contains(one, line, column) for one in ast.iter_child_nodes(node))
    start, end = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if start is None or end is None:
        return False
    if column is None:
        return bool(start <= line <= end)
    return bool((start, node.col_offset) <= (line, column) < (end, node.end_col_offset))  # type: ignore[attr-defined]


@functools.cache
def _tree(file: str) -> ast.Module | None:
    try:
        with open(file, "rb") as text:
            return ast.parse(text.read())
    except (OSError, SyntaxError, ValueError):
        return None
