"""The uses of a value that a script reads from results of launches: a data-flow analysis of the author's functions.

The analysis follows names without the order of statements, attributes by their names, and calls into the author's functions. A value that
is only shown, compared, asserted or computed with changes no launch. Everything else counts as a use: a call of an unknown function, a
launch, and a branch that does more than show, raise or assign. Assigned names are followed on.
"""
from __future__ import annotations

import ast
import types
from collections.abc import Iterable
from types import FrameType
from typing import Any, NamedTuple

from . import callees, sources
from .callees import UNKNOWN
from .sources import FUNCTIONS, Source, is_authors

# Uses, the worst first: a number may be a grid, a branch leaves launches out, and a library keeps a float.
NUMBER, BRANCH, KEPT = "number", "branch", "kept"
# Dependences on the value: of a value, of an array whose elements are the value, of what a branch by the value assigns, and of an array of
# NumPy that shares memory with a tensor.
VALUE, ELEMENTS, CONTROL, ALIAS = "value", "elements", "control", "alias"
# The most steps of one analysis.
MOST = 4000
# The most calls inside of each other.
DEEPEST = 8
# Attributes of arrays that depend on no element.
_SHAPES = {"shape", "dtype", "ndim", "size", "strides", "nbytes", "itemsize", "device", "flags"}
# Functions that make a tensor of an array's memory: reads of the tensor are seen.
SHARING = {"from_numpy", "as_tensor", "asarray", "from_dlpack", "frombuffer"}
# Methods of the author's classes that operators call.
_OPERATORS = {
    f"__{side}{name}__" for side in ("", "r", "i")
    for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor")
} | {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__bool__", "__format__"}
# Library wrappers around an author's function that return its result.
_WRAPPERS = ("torch/utils/_contextlib.py", "contextlib.py")


class Scope(NamedTuple):
    """A function of a file in one call, with the objects of names, and the call: a frame, or a scope with the node of the call."""
    of: Source
    names: dict[str, Any]
    own: dict[str, Any]
    function: ast.AST
    caller: FrameType | tuple[Any, ast.Call] | None


def scope_of(frame: FrameType) -> tuple[Scope, ast.AST] | None:
    """The scope of a frame, and the expression that it evaluates; none if several may be that expression."""
    found = scopes_of(frame)
    return found[0] if len(found) == 1 else None


def scopes_of(frame: FrameType) -> list[tuple[Scope, ast.AST]]:
    """The scope of a frame, with each expression that it may evaluate."""
    of, nodes = sources.source(frame.f_code.co_filename), sources.places(frame)
    if of is None:
        return []
    outer = sources.without_comprehensions(frame)
    caller = outer.f_back
    while caller is not None and caller.f_code.co_filename.endswith(_WRAPPERS):
        caller = caller.f_back
    return [(Scope(of, frame.f_globals, outer.f_locals, of.function(node), caller), node) for node in nodes]


def calls_of(scope: Scope) -> tuple[ast.Call, ...]:
    """The calls that lead to a scope, from the innermost."""
    calls: list[ast.Call] = []
    while isinstance(scope.caller, tuple):
        calls.append(scope.caller[1])
        scope = scope.caller[0]
    return tuple(calls)


class Flow:
    """One analysis."""

    def __init__(self, is_float: bool) -> None:
        self.is_float = is_float
        self.uses: set[str] = set()
        self.seen: set[Any] = set()
        self.open: list[tuple[Scope, ast.AST, str]] = []
        self.controlled: set[Any] = set()
        self.all = sources.all_sources()
        self.authors = {name for of, _ in self.all for name in of.defined}
        self.reflects = any(of.reflects for of, _ in self.all)
        self.reads, self.captures = any(of.reads for of, _ in self.all), any(of.captures for of, _ in self.all)

    def run(self) -> str | None:
        """The worst use; none if the value is only shown."""
        while self.open and NUMBER not in self.uses:
            self._step(*self.open.pop())
            if len(self.seen) > MOST:
                self.uses.add(NUMBER)
        return next((one for one in (NUMBER, BRANCH, KEPT) if one in self.uses), None)

    def use(self, kind: str) -> None:
        """The value leads to something unknown, or to a launch."""
        self.uses.add(BRANCH if kind == CONTROL else NUMBER)

    def value(self, scope: Scope, node: ast.AST, kind: str) -> None:
        """An expression has a value of this dependence."""
        key = node, kind, calls_of(scope)
        if key not in self.seen:
            self.seen.add(key)
            self.open.append((scope, node, kind))

    def _step(self, scope: Scope, node: ast.AST, kind: str) -> None:
        """Follows the value of an expression into the node around it."""
        parent = scope.of.parents.get(node)
        result = kind if kind in (VALUE, CONTROL) else VALUE
        if isinstance(parent, ast.Call):
            self._call(scope, parent, node, kind)
        elif isinstance(parent, ast.keyword):
            self._call(scope, scope.of.parents[parent], node, kind)  # type: ignore[arg-type]
        elif isinstance(parent, (ast.Lambda, ast.Starred, ast.Slice, ast.List, ast.Tuple, ast.Set, ast.Dict)):
            # The targets of an assignment stand for themselves.
            if isinstance(getattr(parent, "ctx", ast.Load()), ast.Load):
                self.value(scope, parent, kind)
        elif isinstance(parent, (ast.UnaryOp, ast.JoinedStr, ast.FormattedValue)):
            self.value(scope, parent, result)
        elif isinstance(parent, ast.BinOp):
            self._operator(kind)
            if isinstance(parent.op, (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)):
                self._may_stop(scope, parent)
            self.value(scope, parent, result)
        elif isinstance(parent, (ast.BoolOp, ast.Compare)):
            self._operator(kind)
            operands = parent.values if isinstance(parent, ast.BoolOp) else [parent.left, *parent.comparators]
            later = operands[operands.index(node) + 1:] if isinstance(parent, ast.BoolOp) or len(operands) > 2 else []  # type: ignore[arg-type]
            self._expressions(scope, later)
            self.value(scope, parent, result)
        elif isinstance(parent, ast.IfExp):
            if node is parent.test:
                self._expressions(scope, [parent.body, parent.orelse])
                self.value(scope, parent, CONTROL)
            else:
                self.value(scope, parent, kind)
        elif isinstance(parent, ast.NamedExpr):
            self._bind(scope, parent.target, kind)
            self.value(scope, parent, kind)
        elif isinstance(parent, ast.Subscript):
            self._subscript(scope, parent, node, kind)
        elif isinstance(parent, ast.Attribute):
            if isinstance(parent.ctx, ast.Load) and not (kind in (ELEMENTS, ALIAS) and parent.attr in _SHAPES):
                self.value(scope, parent, kind)
        elif isinstance(parent, ast.comprehension):
            self._comprehension(scope, parent, node, kind)
        elif isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            self.value(scope, parent, result)
        else:
            self._statement(scope, parent, node, kind)

    def _subscript(self, scope: Scope, parent: ast.Subscript, node: ast.AST, kind: str) -> None:
        if node is parent.value:
            if isinstance(parent.ctx, ast.Load):
                self.value(scope, parent, kind)
        elif isinstance(parent.ctx, (ast.Store, ast.Del)):
            self._kept_in(scope, parent.value, kind)
        elif "__getitem__" in self.authors and not isinstance(parent.value, (ast.List, ast.Tuple, ast.Dict)):
            self.use(kind)
        else:
            self._may_stop(scope, parent)
            self.value(scope, parent, kind if kind == CONTROL else VALUE)

    def _comprehension(self, scope: Scope, parent: ast.comprehension, node: ast.AST, kind: str) -> None:
        whole: Any = scope.of.parents[parent]
        made = [whole.key, whole.value] if isinstance(whole, ast.DictComp) else [whole.elt]
        self._expressions(scope, [*made, *(one for each in whole.generators for one in each.ifs)])
        if node is parent.iter:
            self._bind(scope, parent.target, kind)
            self.value(scope, whole, kind if kind == CONTROL else VALUE)
        else:
            self.value(scope, whole, CONTROL)

    def _statement(self, scope: Scope, parent: ast.AST | None, node: ast.AST, kind: str) -> None:
        """Follows the value of an expression into its statement."""
        if isinstance(parent, (ast.Expr, ast.Delete)):
            return
        if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            if isinstance(parent, ast.AugAssign):
                self._operator(kind)
            is_extended = isinstance(parent, ast.AugAssign) and isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp))
            # A place of a list is no value that is kept in the list.
            for one in targets if node is parent.value else []:
                if is_extended and isinstance(one, ast.Name):
                    self._kept_in(scope, one, kind)
                self._bind(scope, one, kind)
        elif isinstance(parent, (ast.Assert, ast.Raise)):
            self._may_stop(scope, parent)
        elif isinstance(parent, ast.Return):
            self._return(scope, kind)
        elif isinstance(parent, ast.If):
            self._block(scope, [*parent.body, *parent.orelse])
        elif isinstance(parent, ast.While):
            self._block(scope, [*parent.body, *parent.orelse])
            if not any(isinstance(one, ast.Break) for one in ast.walk(parent)):
                self._expressions(scope, [parent.test])
        elif isinstance(parent, (ast.For, ast.AsyncFor)) and node is parent.iter:
            self._bind(scope, parent.target, kind)
            self._block(scope, [*parent.body, *parent.orelse])
        else:
            self.use(kind)

    # Names and places.

    def _bind(self, scope: Scope, target: ast.AST, kind: str) -> None:
        """A target is assigned a value."""
        if isinstance(target, ast.Name):
            around = next((one for one in scope.of.above(target) if isinstance(one, (ast.ClassDef, *FUNCTIONS))), None)
            if isinstance(around, ast.ClassDef):
                self.use(kind)
            self.name(scope, target, target.id, kind)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for one in target.elts:
                self._bind(scope, one, kind)
        elif isinstance(target, ast.Starred):
            self._bind(scope, target.value, kind)
        elif isinstance(target, ast.Subscript):
            self._kept_in(scope, target.value, kind)
        elif isinstance(target, ast.Attribute):
            self._field(scope, target.attr, kind)
        else:
            self.use(kind)

    def name(self, scope: Scope, node: ast.AST, name: str, kind: str) -> None:
        """A name as this node sees it has the value: all uses of the name in its scope are followed."""
        owner = scope.of.owner(node, name)
        if owner is None or owner is scope.of.tree and scope.names.get("__name__") != "__main__" or self.reflects:
            self.use(kind)
            return
        for load in scope.of.loads.get(name, []):
            if isinstance(load.ctx, ast.Load) and scope.of.owner(load, name) is owner:
                self.value(self._inner(scope, load), load, kind)

    def _inner(self, scope: Scope, node: ast.AST) -> Scope:
        """The scope of a node: this one, or one of another function of the file with unknown calls."""
        function = scope.of.function(node)
        return scope if function is scope.function else Scope(scope.of, scope.names, {}, function, None)

    def _field(self, scope: Scope, name: str, kind: str) -> None:
        """An attribute of some object has the value: all uses of attributes with this name are followed."""
        is_global = any(name in of.bindings(of.tree) for of, _ in self.all)
        if self.reflects or is_global or name in self.authors or "__setattr__" in self.authors:
            self.use(kind)
            return
        for of, names in self.all if any(of is scope.of for of, _ in self.all) else [*self.all, (scope.of, scope.names)]:
            for load in of.fields.get(name, []):
                if isinstance(load.ctx, ast.Load):
                    inner = self._inner(scope, load) if of is scope.of else Scope(of, names, {}, of.function(load), None)
                    self.value(inner, load, kind)

    def _kept_in(self, scope: Scope, place: ast.AST, kind: str) -> None:
        """A collection keeps the value. It must be one that is made here, so that its names lead to all uses."""
        while isinstance(place, ast.Subscript):
            place = place.value
        if isinstance(place, ast.Attribute):
            stores = [(of, one) for of, _ in self.all for one in of.fields.get(place.attr, []) if isinstance(one.ctx, ast.Store)]
            values = [getattr(of.parents[one], "value", None) for of, one in stores]
            if stores and all(map(callees.is_fresh, values)):
                self._field(scope, place.attr, kind)
            else:
                self.use(kind)
            return
        if not isinstance(place, ast.Name):
            self.use(kind)
            return
        owner = scope.of.owner(place, place.id)
        values = scope.of.bindings(owner).get(place.id, []) if owner is not None else []
        if values and all(map(callees.is_fresh, values)):
            self.name(scope, place, place.id, kind)
        elif owner is scope.function and len(values) == 1 and place.id in sources.parameters(scope.function):
            self._kept_in_argument(scope, place.id, kind)
        else:
            self.use(kind)

    def _kept_in_argument(self, scope: Scope, name: str, kind: str) -> None:
        """A parameter's collection keeps the value: so does the argument of the call."""
        call = self._caller(scope)
        if call is None or not isinstance(call[1], ast.Call):
            self.use(kind)
            return
        at = sources.parameters(scope.function).index(name) - isinstance(scope.of.parents[scope.function], ast.ClassDef)
        named = [one.value for one in call[1].keywords if one.arg == name]
        given = named or call[1].args[at:at + 1]
        if at < 0 or not given or any(isinstance(one, ast.Starred) for one in call[1].args):
            self.use(kind)
            return
        self.name(scope, scope.function.body[0], name, kind)  # type: ignore[attr-defined]
        self._kept_in(call[0], given[0], kind)

    def _operator(self, kind: str) -> None:
        """An operator may be one of a class of the author's, which may keep its operands."""
        if self.authors & _OPERATORS:
            self.use(kind)

    # Calls.

    def is_shown_by(self, scope: Scope, node: ast.AST) -> bool:
        """Whether an expression is the call of a function that only shows or computes."""
        return isinstance(node, ast.Call) and self._is_pure(*self._callee(scope, node), node)

    def _is_pure(self, callee: Any, receiver: Any, call: ast.Call) -> bool:
        return callees.is_pure(callee, receiver, call, self.authors, self.reads, self.captures)

    def _caller(self, scope: Scope) -> tuple[Scope, ast.AST] | None:
        """The call of a scope, if it is known."""
        if isinstance(scope.caller, tuple):
            return scope.caller
        is_known = scope.caller is not None and is_authors(scope.caller.f_code.co_filename)
        return scope_of(scope.caller) if is_known and scope.caller is not None else None

    def _return(self, scope: Scope, kind: str) -> None:
        """A function returns the value."""
        call = self._caller(scope)
        if call is not None:
            self.value(*call, kind)
            return
        name, around = getattr(scope.function, "name", None), scope.of.parents.get(scope.function)
        if scope.caller is not None or name is None or getattr(scope.function, "decorator_list", []):
            self.use(kind)
        elif isinstance(around, (ast.Module, *FUNCTIONS)):
            self._calls_of(scope.of, scope.names, list(scope.of.loads.get(name, [])), kind)
        elif isinstance(around, ast.ClassDef) and not name.startswith("__"):
            for of, names in self.all:
                self._calls_of(of, names, list(of.fields.get(name, [])), kind)
        else:
            self.use(kind)

    def _calls_of(self, of: Source, names: dict[str, Any], loads: list[ast.expr], kind: str) -> None:
        """The calls of a function, by its name or as a method, have the value. The function may be used in no other way."""
        for load in loads:
            around = of.parents[load]
            if isinstance(around, ast.Call) and around.func is load:
                self.value(Scope(of, names, {}, of.function(around), None), around, kind)
            else:
                self.use(kind)

    def _call(self, scope: Scope, call: ast.Call, node: ast.AST, kind: str) -> None:
        """Follows a value that is called, or that is an argument."""
        result = kind if kind == CONTROL else VALUE
        if node is call.func:
            # A method of the value itself computes from it.
            if isinstance(node, ast.Attribute) and node.attr not in callees.KEEPING:
                self._may_stop_by_name(scope, call)
                self.value(scope, call, result)
            elif not isinstance(node, ast.Attribute):
                self.use(kind)
            return
        callee, receiver = self._callee(scope, call)
        if kind == ALIAS and sources.name_of(call) in SHARING and self._is_pure(callee, receiver, call):
            return
        if kind in (ELEMENTS, ALIAS) and callee is len:
            return
        function = callees.own_function(callee)
        if self._is_pure(callee, receiver, call):
            self._may_stop_by_name(scope, call)
            self._callbacks(scope, call, kind)
            if callees.is_in_place(call):
                self._kept_in(scope, call.func.value, kind)  # type: ignore[attr-defined]
            self.value(scope, call, result)
        elif callees.is_exit(callee):
            self._may_stop(scope, call)
        elif function is not None:
            self._enter(scope, call, node, kind, function)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in callees.KEEPING | {"pop", "remove", "discard"} and _is_collection(callee):
            self._kept_in(scope, call.func.value, kind)
            self.value(scope, call, result)
        elif self.is_float and kind != CONTROL and callee is not UNKNOWN and _is_librarys(callee, receiver):
            self.uses.add(KEPT)
            self.value(scope, call, result)
        else:
            self.use(kind)

    def _callee(self, scope: Scope, call: ast.Call) -> tuple[Any, Any]:
        """The object of a called function, and of the value whose attribute it is."""
        callee = callees.resolved(scope.of, call.func, scope.names, scope.own)
        if not isinstance(call.func, ast.Attribute):
            return callee, UNKNOWN
        text = call.func.value
        if isinstance(text, (ast.Constant, ast.JoinedStr)):
            kind = str if isinstance(text, ast.JoinedStr) else type(text.value)
            return getattr(kind, call.func.attr, UNKNOWN), kind()
        return callee, callees.resolved(scope.of, text, scope.names, scope.own)

    def _callbacks(self, scope: Scope, call: ast.Call, kind: str) -> None:
        """The functions among the arguments of a function that computes: it may call them with the value."""
        for one in [*call.args, *(each.value for each in call.keywords)]:
            if isinstance(one, ast.Lambda):
                for name in sources.parameters(one):
                    self.name(Scope(scope.of, scope.names, {}, one, (scope, call)), one.body, name, kind)
                self._expressions(scope, [one.body])
            elif callees.own_function(callees.resolved(scope.of, one, scope.names, scope.own)) is not None:
                self.use(kind)

    def _enter(self, scope: Scope, call: ast.Call, node: ast.AST, kind: str, function: types.FunctionType) -> None:
        """Follows an argument into a function of the author's."""
        inner = self._scope_of_call(scope, call, function)
        names = sources.parameters(inner.function) if inner is not None else []
        if inner is not None and isinstance(inner.of.parents[inner.function], ast.ClassDef):
            # The first parameter is the object, unless the method is taken from the class.
            names = [] if isinstance(self._callee(scope, call)[1], type) else names[1:]
        argument = scope.of.parents[node]
        name = argument.arg if isinstance(argument, ast.keyword) else None
        if name is None and node in call.args and not any(isinstance(one, ast.Starred) for one in call.args):
            name = dict(enumerate(names)).get(call.args.index(node))  # type: ignore[arg-type]
        variadic = inner is not None and (inner.function.args.vararg or inner.function.args.kwarg)  # type: ignore[attr-defined]
        if inner is None or name not in names or variadic:
            self.use(kind)
        else:
            self.name(inner, inner.function.body[0], name, kind)  # type: ignore[attr-defined]

    def _scope_of_call(self, scope: Scope, call: ast.Call, function: types.FunctionType) -> Scope | None:
        of = sources.source(function.__code__.co_filename)
        found = callees.definition(of, function) if of is not None else None
        is_plain = found is not None and not any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(found))
        is_known = of is not None and is_plain and len(calls_of(scope)) < DEEPEST
        return Scope(of, function.__globals__, {}, found, (scope, call)) if is_known else None  # type: ignore[arg-type]

    # Branches.

    def _block(self, scope: Scope, statements: Iterable[ast.stmt]) -> None:
        """The value decides whether statements are executed."""
        for one in statements:
            if (one, calls_of(scope)) not in self.controlled:
                self.controlled.add((one, calls_of(scope)))
                self._controlled(scope, one)

    def _controlled(self, scope: Scope, node: ast.stmt) -> None:
        if isinstance(node, (ast.Pass, ast.Delete, ast.Global, ast.Nonlocal)):
            return
        if isinstance(node, ast.Expr):
            self._expressions(scope, [node.value])
        elif isinstance(node, (ast.Assert, ast.Raise)):
            self._expressions(scope, [one for one in ast.iter_child_nodes(node)])
            self._may_stop(scope, node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            self._expressions(scope, [node.value] if node.value is not None else [])
            for one in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self._bind(scope, one, CONTROL)
        elif isinstance(node, (ast.If, ast.While, ast.For)):
            self._expressions(scope, [node.iter] if isinstance(node, ast.For) else [node.test])
            if isinstance(node, ast.For):
                self._bind(scope, node.target, CONTROL)
            self._block(scope, [*node.body, *node.orelse])
        elif isinstance(node, (ast.Break, ast.Continue)):
            self._behind(scope, node, True)
        elif isinstance(node, ast.Return) and isinstance(scope.function, ast.FunctionDef):
            self._expressions(scope, [node.value] if node.value is not None else [])
            self._behind(scope, node, False)
            self._return(scope, CONTROL)
        else:
            self.uses.add(BRANCH)

    def _behind(self, scope: Scope, node: ast.AST, in_loop: bool) -> None:
        """The value decides whether the statements behind a statement are executed: those of the loop around, or of the function."""
        for around in scope.of.above(node):
            if isinstance(around, (ast.For, ast.AsyncFor, ast.While)):
                self._block(scope, [*around.body, *around.orelse])
                if not isinstance(around, ast.While):
                    self._bind(scope, around.target, CONTROL)
                if in_loop:
                    return
            blocks = [getattr(around, name, None) for name in ("body", "orelse", "finalbody")]
            for block in blocks:
                if isinstance(block, list) and node in block:
                    self._block(scope, block[block.index(node) + 1:])
            if isinstance(around, FUNCTIONS):
                return
            node = around

    def _expressions(self, scope: Scope, nodes: Iterable[ast.AST]) -> None:
        """The value decides whether expressions are evaluated."""
        for node in [inner for one in nodes for inner in ast.walk(one)]:
            if isinstance(node, ast.NamedExpr):
                self._bind(scope, node.target, CONTROL)
            elif isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom)):
                self.uses.add(BRANCH)
            elif isinstance(node, ast.Call):
                self._controlled_call(self._inner(scope, node) if any(isinstance(one, ast.Lambda) for one in nodes) else scope, node)

    def _controlled_call(self, scope: Scope, call: ast.Call) -> None:
        callee, receiver = self._callee(scope, call)
        function = callees.own_function(callee)
        if self._is_pure(callee, receiver, call):
            self._may_stop_by_name(scope, call)
            for one in call.args:
                if callees.own_function(callees.resolved(scope.of, one, scope.names, scope.own)) is not None:
                    self.uses.add(BRANCH)
        elif callees.is_exit(callee):
            self._may_stop(scope, call)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in callees.KEEPING and _is_collection(callee):
            self._kept_in(scope, call.func.value, CONTROL)
        elif function is not None and (inner := self._scope_of_call(scope, call, function)) is not None:
            self._block(inner, inner.function.body)  # type: ignore[attr-defined]
        else:
            self.uses.add(BRANCH)

    def _may_stop_by_name(self, scope: Scope, call: ast.Call) -> None:
        """A comparison of a library raises."""
        if sources.name_of(call).startswith("assert"):
            self._may_stop(scope, call)

    def _may_stop(self, scope: Scope, node: ast.AST) -> None:
        """The value decides whether an exception is raised. It ends the script unless something catches it."""
        at: tuple[Scope, ast.AST] | None = (scope, node)
        while at is not None:
            scope, node = at
            if sources.may_catch(scope.of, node):
                self.uses.add(BRANCH)
                return
            at = self._caller(scope)
        if scope.caller is None and scope.function is not scope.of.tree and sources.has_tries(scope.of):
            self.uses.add(BRANCH)


def _is_collection(callee: Any) -> bool:
    """Whether a method is one of Python's own collections, or unknown."""
    owner = getattr(callee, "__objclass__", None) or type(getattr(callee, "__self__", None))
    return callee is UNKNOWN or owner in (list, dict, set) or owner.__module__ == "collections"


def _is_librarys(callee: Any, receiver: Any) -> bool:
    """Whether a function is a library's, and the object too whose method it is."""
    code = getattr(getattr(callee, "__func__", callee), "__code__", None)
    kind = receiver if isinstance(receiver, type) else type(receiver)
    names = [getattr(callee, "__module__", None), kind.__module__ if not isinstance(receiver, types.ModuleType) else None]
    is_launch = any(str(name).split(".")[0] in ("triton", "cuda") for name in names) or hasattr(callee, "arg_names")
    is_known = isinstance(callee, (types.FunctionType, types.BuiltinFunctionType, types.MethodType))
    return is_known and not is_launch and not (code is not None and is_authors(code.co_filename)) and kind.__module__ != "__main__"
