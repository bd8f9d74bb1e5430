"""Skips assertions about results that no launch has computed, so that a test goes on to its next launch."""
from __future__ import annotations

import ast
import builtins
import gc
import linecache
import sys
import types
from typing import Callable, Iterator

# Their assertions are about their own state and not about results.
_LIBRARIES = {"torch", "numpy", "triton", "pytest", "_pytest", *sys.stdlib_module_names}

_changed: set[types.CodeType] = set()
# The name that changed functions call.
_LACKS = "_tileproof_lacks_results"


class _Conditional(ast.NodeTransformer):
    """Has `assert` and `raise AssertionError` ask first whether there are results."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return _with_results(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return _with_results(node) if isinstance(raised, ast.Name) and raised.id == "AssertionError" else node


def _with_results(statement: ast.stmt) -> ast.AST:
    lacks = ast.Call(ast.Name(_LACKS, ast.Load()), [], [])
    conditional = ast.If(ast.UnaryOp(ast.Not(), lacks), [statement], [])
    return ast.fix_missing_locations(ast.copy_location(conditional, statement))


def skip_assertions(error: AssertionError, lacks_results: Callable[[], bool]) -> bool:
    """Changes the function that raised this error: it skips its assertions while `lacks_results` says so. Tells whether the next call can go on."""
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__", ""))
    # A function inside of another is made anew by each call of that one, with its assertions.
    if code in _changed or module.partition(".")[0] in _LIBRARIES:
        return False
    _changed.add(code)
    setattr(builtins, _LACKS, lacks_results)
    changed = _conditional(code, trace.tb_frame.f_globals)
    functions = [one for one in gc.get_referrers(code) if isinstance(one, types.FunctionType) and one.__code__ is code]
    if changed is None or changed.co_freevars != code.co_freevars:
        return False
    for function in functions:
        function.__code__ = changed
    return bool(functions)


def _conditional(code: types.CodeType, names: dict) -> types.CodeType | None:
    text = "".join(linecache.getlines(code.co_filename, names))
    try:
        tree = ast.parse(text, code.co_filename)
        module = compile(_Conditional().visit(tree), code.co_filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    alike = (one for one in _codes(module) if (one.co_name, one.co_firstlineno) == (code.co_name, code.co_firstlineno))
    return next(alike, None)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a module or function, and of all functions in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _codes(one)
