"""Author's files as syntax trees: the node of a place, the scope of a name, and the functions of a file."""
from __future__ import annotations

import ast
import functools
import os
import sys
import sysconfig
from collections.abc import Iterator
from types import FrameType
from typing import Any

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LIBRARIES = tuple({folder + os.sep for folder in (_HERE, *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")))})
# Nodes with names of their own.
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# Nodes that stop an exception.
_TRIES = (ast.Try, *([ast.TryStar] if hasattr(ast, "TryStar") else []))
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
# Ways to names and attributes without their text.
_REFLECTION = {"__dict__", "asdict", "astuple", "eval", "exec", "getattr", "globals", "locals", "redirect_stdout", "setattr", "vars"}
# Ways to what was printed, logged or warned of before.
_CAPTURING = {"FileHandler", "MemoryHandler", "QueueHandler", "StringIO", "catch_warnings", "getoutput", "readouterr"}
# Ways to what was written to a file or another process before.
_READING = {
    "check_output", "communicate", "fromfile", "genfromtxt", "getbuffer", "getvalue", "load", "loads", "loadtxt", "memmap", "mmap", "open_memmap",
    "popen", "read", "read_bytes", "read_csv", "read_text", "readinto", "readline", "readlines", "recv", "safe_load"}
# Modules of kernels, whose loads read memory.
_KERNELS = {"ct", "tl"}


def is_authors(file: str) -> bool:
    """Whether a file is neither of this package nor of a library."""
    return not file.startswith("<") and not os.path.abspath(file).startswith(_LIBRARIES)


class Source:
    """A file with its syntax tree."""

    def __init__(self, tree: ast.Module):
        self.tree = tree
        self.parents: dict[ast.AST, ast.AST] = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.loads: dict[str, list[ast.Name]] = {}
        self.fields: dict[str, list[ast.Attribute]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                self.loads.setdefault(node.id, []).append(node)
            elif isinstance(node, ast.Attribute):
                self.fields.setdefault(node.attr, []).append(node)
        self.defined = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
        self.reflects = any(name in _REFLECTION for name in (*self.loads, *self.fields))
        logs = [self.parents[one] for one in (*self.loads.get("basicConfig", []), *self.fields.get("basicConfig", []))]
        keeps = any(word.arg in ("filename", "stream", "handlers") for one in logs for word in getattr(one, "keywords", []))
        self.captures = keeps or any(name in _CAPTURING for name in (*self.loads, *self.fields))
        self.reads = self._reads()

    def _reads(self) -> bool:
        """Whether the file may read what it wrote before."""
        fields = [one for name in _READING for one in self.fields.get(name, [])]
        if any(name in self.loads for name in _READING) or any(getattr(one.value, "id", "") not in _KERNELS for one in fields):
            return True
        names = [*self.loads.get("open", []), *self.fields.get("open", [])]
        calls = [self.parents[one] for one in names]
        return any(not isinstance(call, ast.Call) or not _is_writing(call) for call in calls)

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around a node, from the innermost."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def function(self, node: ast.AST) -> ast.AST:
        """The innermost function around a node, or the module. Decorators and defaults belong to the scope around their function."""
        before = node
        for one in self.above(node):
            if isinstance(one, FUNCTIONS) and before in (one.body if isinstance(one.body, list) else [one.body]):
                return one
            before = one
        return self.tree

    def bindings(self, function: ast.AST) -> dict[str, list[ast.AST | None]]:
        """The names that a function or the module binds, each with the values that it is bound to; none for an unknown value."""
        if function not in _bindings:
            _bindings[function] = self._bindings(function)
        return _bindings[function]

    def _bindings(self, function: ast.AST) -> dict[str, list[ast.AST | None]]:
        found: dict[str, list[ast.AST | None]] = {}
        away: set[str] = set()
        for name in parameters(function):
            found.setdefault(name, []).append(None)
        for node in own_nodes(function):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                away.update(node.names)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.alias):
                found.setdefault((node.asname or node.name).split(".")[0], []).append(node)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                found.setdefault(node.name, []).append(None)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.setdefault(node.id, []).append(self._value(node))
            elif type(node).__name__ in ("MatchAs", "MatchStar") and getattr(node, "name", None):
                found.setdefault(node.name, []).append(None)  # type: ignore[attr-defined]
        return {name: values for name, values in found.items() if name not in away}

    def _value(self, name: ast.Name) -> ast.AST | None:
        """The value that a name is assigned; none if it is unknown."""
        parent = self.parents[name]
        around = self.parents.get(parent)
        if isinstance(parent, ast.Tuple) and isinstance(around, ast.Assign) and isinstance(around.value, ast.Tuple):
            values, is_plain = around.value.elts, not any(isinstance(one, ast.Starred) for one in (*parent.elts, *around.value.elts))
            return values[parent.elts.index(name)] if is_plain and len(values) == len(parent.elts) else None
        # Several targets, and the expression around a walrus, share one object.
        is_alone = isinstance(parent, ast.AnnAssign) or isinstance(parent, ast.Assign) and len(parent.targets) == 1
        whole = is_alone and not isinstance(name.ctx, ast.Del)
        return parent.value if whole else None  # type: ignore[attr-defined]

    def owner(self, node: ast.AST, name: str) -> ast.AST | None:
        """The function, or the module, that binds a name as a node sees it; none if the file does not."""
        function = self.function(node)
        while name not in self.bindings(function):
            if function is self.tree:
                return None
            function = self.function(function)
        return function


def _is_writing(call: ast.Call) -> bool:
    """Whether a call of `open` opens a file for writing alone."""
    modes = [one.value for one in call.keywords if one.arg == "mode"] or call.args[1:2] or (call.args[:1] if isinstance(call.func, ast.Attribute) else [])
    mode = getattr(modes[0], "value", None) if modes else None
    return isinstance(mode, str) and mode[:1] in ("w", "a", "x") and "+" not in mode


_bindings: dict[ast.AST, dict[str, list[ast.AST | None]]] = {}


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside of it, which are given themselves."""
    body = getattr(function, "body", [])
    open = list(body) if isinstance(body, list) else [body]
    while open:
        node = open.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            open.extend(ast.iter_child_nodes(node))


def parameters(function: ast.AST) -> list[str]:
    """The parameters of a function, in order of their positions."""
    if not isinstance(function, FUNCTIONS):
        return []
    given = function.args
    rest = [one for one in (given.vararg, given.kwarg) if one is not None]
    return [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, *rest)]


@functools.cache
def source(file: str) -> Source | None:
    """The syntax tree of a file, if it can be read."""
    try:
        with open(file, "rb") as text:
            return Source(ast.parse(text.read()))
    except (OSError, SyntaxError, ValueError):
        return None


def all_sources() -> list[tuple[Source, dict[str, Any]]]:
    """The author's loaded modules, with their global names."""
    files = {getattr(one, "__file__", None): vars(one) for one in list(sys.modules.values()) if isinstance(one, type(sys))}
    found = [(source(file), names) for file, names in files.items() if isinstance(file, str) and file.endswith(".py") and is_authors(file)]
    return [(one, names) for one, names in found if one is not None]


def author() -> FrameType | None:
    """The innermost frame of the author's."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not is_authors(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def without_comprehensions(frame: FrameType) -> FrameType:
    """The frame of the function around a comprehension's frame."""
    while frame.f_code.co_name in _COMPREHENSIONS and frame.f_back is not None and frame.f_back.f_code.co_filename == frame.f_code.co_filename:
        frame = frame.f_back
    return frame


def places(frame: FrameType) -> list[ast.AST]:
    """The expression that a frame evaluates. Before Python 3.11, all calls, subscripts and comparisons of its line."""
    found = source(frame.f_code.co_filename)
    if found is None:
        return []
    if hasattr(frame.f_code, "co_positions"):
        node = _place(found, frame)
        return [] if node is None else [node]
    kinds = (ast.Call, ast.Subscript, ast.Compare)
    of_line = [node for node in ast.walk(found.tree) if isinstance(node, kinds) and node.lineno <= frame.f_lineno <= (node.end_lineno or 0)]
    return [node for node in of_line if isinstance(getattr(node, "ctx", ast.Load()), ast.Load)]


def _place(found: Source, frame: FrameType) -> ast.AST | None:
    """The expression at the position of a frame; none if the interpreter does not tell."""
    positions = getattr(frame.f_code, "co_positions")
    start, end, column, last = next((one for at, one in enumerate(positions()) if at == frame.f_lasti // 2), (None,) * 4)
    if None in (start, end, column, last):
        return None
    node: ast.AST = found.tree
    while True:
        inner = next((one for one in _expressions(node) if _holds(one, (start, column), (end, last))), None)
        if inner is None:
            return node if isinstance(node, (ast.expr, ast.stmt)) else None
        node = inner


def _expressions(node: ast.AST) -> Iterator[ast.AST]:
    """The inner expressions and statements; a node without a place stands for its own inner nodes."""
    for one in ast.iter_child_nodes(node):
        if hasattr(one, "end_lineno"):
            yield one
        else:
            yield from _expressions(one)


def _holds(node: Any, begin: tuple[Any, Any], end: tuple[Any, Any]) -> bool:
    """Whether a range of the source lies in a node. Columns count bytes, as those of the code do."""
    decorated = getattr(node, "decorator_list", [])
    first = min([(one.lineno, one.col_offset) for one in decorated] + [(node.lineno, node.col_offset)])
    return bool(first <= begin and end <= (node.end_lineno, node.end_col_offset))


def may_catch(of: Source, node: ast.AST) -> bool:
    """Whether a statement around a node, in the same function, may catch an exception."""
    before = node
    for one in of.above(node):
        if isinstance(one, _TRIES) and one.handlers and before in one.body:
            return True
        if isinstance(one, (ast.With, ast.AsyncWith)) and before in one.body:
            calls = [item.context_expr for item in one.items if isinstance(item.context_expr, ast.Call)]
            if any(name_of(call) in ("raises", "suppress", "assertRaises", "subTest") for call in calls):
                return True
        if isinstance(one, FUNCTIONS):
            return False
        before = one
    return False


def has_tries(of: Source) -> bool:
    """Whether anything in a file catches exceptions."""
    return any(isinstance(node, _TRIES) and node.handlers for node in ast.walk(of.tree))


def name_of(call: ast.Call) -> str:
    """The last name of a called function."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
