"""Functions that a script calls: the real ones that show or compute a value, and the author's own."""
from __future__ import annotations

import ast
import builtins
import inspect
import io
import logging
import sys
import types
from typing import Any

from .sources import Source, is_authors, name_of

# A callee without a known object.
UNKNOWN = object()
# Modules whose functions keep no value for later, and launch nothing that the author wrote.
_MODULES = {
    "_io", "_warnings", "cmath", "decimal", "fractions", "io", "itertools", "json", "logging", "math", "numbers", "numpy", "operator", "pprint", "pytest",
    "statistics", "string", "tabulate", "textwrap", "time", "torch", "traceback", "unittest", "warnings"}
_BUILTINS = {
    "abs", "all", "any", "ascii", "bin", "bool", "bytes", "chr", "complex", "dict", "divmod", "enumerate", "float", "format", "frozenset", "hash", "hex",
    "id", "int", "isinstance", "len", "list", "max", "min", "oct", "ord", "pow", "print", "range", "repr", "reversed", "round", "set", "slice", "sorted",
    "str", "sum", "tuple", "type", "zip"}
_EXITS = {"exit", "quit", "_exit", "abort"}
# Functions of these modules that call others, or that write to their arguments.
_OTHERS = {
    "accumulate", "apply", "apply_along_axis", "apply_over_axes", "compile", "copyto", "fill_diagonal", "frompyfunc", "fromfunction", "map_", "piecewise", "place",
    "put", "putmask", "resize", "resize_", "resize_as_", "set_", "starmap", "takewhile", "dropwhile", "filterfalse", "vectorize", "vmap", "methodcaller"}
# Methods of numbers, texts, tensors and arrays, unless a class of the author's has a method of that name.
_METHODS = {
    "abs", "all", "allclose", "any", "argmax", "argmin", "astype", "clamp", "contiguous", "copy", "count", "count_nonzero", "cpu", "detach", "diff", "double", "eq",
    "endswith", "equal", "flatten", "float", "format", "get", "half", "index", "int", "is_integer", "isclose", "isfinite", "isinf", "isnan", "item", "items", "join", "keys",
    "ljust", "long", "lower", "max", "mean", "median", "min", "ne", "nonzero", "norm", "numel", "numpy", "permute", "pow", "ravel", "replace", "reshape", "rjust",
    "round", "size", "sort", "split", "sqrt", "square", "startswith", "std", "strip", "sub", "sum", "to", "tolist", "transpose", "unique", "upper", "values", "var", "view"}
# Functions that print and log, and functions that write to a file or a stream.
_LOGGING = {"critical", "debug", "error", "exception", "info", "log", "print", "warn", "warning"}
_WRITING = {"dump", "save", "savetxt", "savez", "savez_compressed", "tofile", "write", "writelines"}
# Methods of a class of the author's that sees what is printed or logged.
_SINKS = {"emit", "handle", "showwarning", "write"}
# Beginnings of the names of functions that change later results of others.
_SETTERS = ("manual_", "register", "seed", "set_", "seterr")
# Methods that keep their arguments in a collection.
KEEPING = {"add", "append", "appendleft", "extend", "insert", "setdefault", "update"}
_FRESH = {"list", "dict", "set", "defaultdict", "OrderedDict", "Counter", "deque", "zeros", "ones", "full", "empty"}


def is_fresh(value: ast.AST | None) -> bool:
    """Whether an expression makes a collection that nothing else holds."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return is_fresh(value.left)
    if isinstance(value, ast.Call):
        return name_of(value) in _FRESH
    return isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))


def resolved(of: Source, node: ast.AST, names: dict[str, Any], own: dict[str, Any]) -> Any:
    """The object of a name, or of an attribute of one, if the file binds the name once. `own` are the local names of the function around."""
    if isinstance(node, ast.Name):
        owner = of.owner(node, node.id)
        if owner is None:
            return names.get(node.id, getattr(builtins, node.id, UNKNOWN))
        if len(of.bindings(owner)[node.id]) != 1:
            return UNKNOWN
        if owner is of.tree:
            return names.get(node.id, UNKNOWN)
        return own.get(node.id, UNKNOWN) if owner is of.function(node) else UNKNOWN
    if isinstance(node, ast.Attribute):
        base = resolved(of, node.value, names, own)
        return UNKNOWN if base is UNKNOWN else inspect.getattr_static(base, node.attr, getattr(base, node.attr, UNKNOWN) if isinstance(base, types.ModuleType) else UNKNOWN)
    return UNKNOWN


def is_exit(callee: Any) -> bool:
    """Whether a function ends the script."""
    return callee is sys.exit or getattr(callee, "__name__", getattr(callee, "name", "")) in _EXITS and getattr(type(callee), "__module__", "") in ("_sitebuiltins", "builtins")


def is_pure(callee: Any, receiver: Any, call: ast.Call, authors: set[str], reads: bool, captures: bool) -> bool:
    """Whether a function only shows or computes: it keeps nothing for later, and calls no function of the author's.

    `receiver` is the object whose attribute is called, and `authors` are the names of all functions of the author's. With `reads`, they may
    read what was written to a file, and with `captures` what was printed or logged.
    """
    name = name_of(call)
    if any(one.arg in ("out", "file") and not _is_stream(one.value) for one in call.keywords) or name in _OTHERS or name.startswith(_SETTERS):
        return False
    if name in _WRITING and (reads or authors & _SINKS) or name in _LOGGING and (captures or authors & _SINKS):
        return False
    if callee is UNKNOWN or callee is None:
        return isinstance(call.func, ast.Attribute) and name in _METHODS and name not in authors
    if receiver is not UNKNOWN and not isinstance(receiver, types.ModuleType):
        return _is_pure_method(callee, receiver, name)
    if getattr(builtins, getattr(callee, "__name__", ""), None) is callee:
        return callee.__name__ in _BUILTINS or isinstance(callee, type) and issubclass(callee, BaseException)
    if not isinstance(callee, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)) and type(callee).__module__ != "numpy":
        return False
    code = getattr(callee, "__code__", None)
    module = str(getattr(callee, "__module__", None) or getattr(receiver, "__name__", ""))
    return not (code is not None and is_authors(code.co_filename)) and module.split(".")[0] in _MODULES


def is_in_place(call: ast.Call) -> bool:
    """Whether a method of a tensor or an array writes its arguments to it."""
    name = name_of(call)
    return isinstance(call.func, ast.Attribute) and (name in ("fill", "itemset") or name.endswith("_") and not name.startswith("__"))


def _is_stream(node: ast.AST) -> bool:
    """Whether an expression is a stream of the process."""
    return isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr", "__stdout__", "__stderr__")


def _is_pure_method(callee: Any, receiver: Any, name: str) -> bool:
    """Whether a method only shows or computes."""
    function = getattr(callee, "__func__", callee)
    code = getattr(function, "__code__", None)
    if code is not None and is_authors(code.co_filename):
        return False
    kind = receiver if isinstance(receiver, type) else type(receiver)
    if isinstance(receiver, (io.StringIO, io.BytesIO)):
        return False
    if isinstance(receiver, (str, bytes, bool, int, float, complex, io.IOBase, logging.Logger)) or hasattr(receiver, "buffer") and name in ("write", "flush"):
        return True
    if str(getattr(function, "__module__", "")).split(".")[0] == "unittest":
        return name.startswith("assert") and name not in ("assertRaises", "assertWarns")
    return kind.__module__.split(".")[0] in ("torch", "numpy") and (hasattr(receiver, "untyped_storage") or hasattr(receiver, "__array_interface__"))


def own_function(callee: Any) -> types.FunctionType | None:
    """The author's function, if a callee is one."""
    is_own = isinstance(callee, types.FunctionType) and is_authors(callee.__code__.co_filename)
    return callee if is_own else None


def definition(of: Source, function: types.FunctionType) -> ast.AST | None:
    """The definition of an author's function without decorators."""
    line, name = function.__code__.co_firstlineno, function.__code__.co_name
    named = (one for one in ast.walk(of.tree) if isinstance(one, ast.FunctionDef) and one.lineno == line and one.name == name)
    return next((one for one in named if not one.decorator_list), None)
