"""Constants that a kernel's own launcher computes, such as `NK = cdiv(K, BK)` or `G = HQ // H`: guessed alone, they contradict the constants
that they come from. Read from the module of the kernel, or from another of its package: a call `kernel[grid](...)`, the assignments in front of
it, and the annotations and defaults of the function around it."""

import ast
import functools
import math
import os
import re


# The names of blocks and tiles, in capitals.
BLOCK = re.compile(r"^(B[A-Z]|.*BLOCK.*|TILE.*)$")


class Unknown(Exception):
    """A number that the source does not tell."""


def calls(tree, name):
    """The launches of a kernel, each with the function around it."""
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
                    called = node.func.value
                    # `wrap_triton(kernel)[grid](...)`
                    called = called.args[0] if isinstance(called, ast.Call) and called.args else called
                    if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", None)) == name:
                        yield function, node


class Reader:
    """The numbers of a launcher: of assignments and defaults where they tell a number. `guess` tells the number of a name in a larger
    expression."""

    def __init__(self, function, call, scope, guess=None):
        self.scope, self.known, self.open, self.guess, self.inside = scope, {}, set(), guess, 0
        self.has_guessed = False
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args]
        defaults = dict(zip([one.arg for one in every[::-1]], arguments.defaults[::-1])) | {
            one.arg: value for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value}
        self.values = {name: value for name, value in defaults.items() if is_literal(value)}
        self.annotated = {one.arg: ast.unparse(one.annotation) for one in (*every, *arguments.kwonlyargs) if one.annotation}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and node.lineno < call.lineno:
                for target in node.targets:
                    self.assign(target, node.value)
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign):
                self.values.pop(getattr(node.target, "id", None), None)

    def assign(self, target, value):
        if isinstance(target, ast.Name):
            self.values[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = getattr(value, "elts", [])
            known = len(parts) == len(target.elts) and not any(isinstance(part, ast.Starred) for part in (*parts, *target.elts))
            for at, part in enumerate(target.elts):
                if known:
                    self.assign(part, parts[at])
                else:
                    # Parts of a shape are known by their names alone.
                    self.values.pop(getattr(part, "id", None), None)

    def find(self, node):
        """The number of an expression, if the source tells it."""
        try:
            return self.read(node)
        except (Unknown, RecursionError):
            return None

    def name(self, name):
        if name in self.known:
            return self.known[name]
        if name in self.values and name not in self.open:
            self.open.add(name)
            try:
                return self.read(self.values[name])
            finally:
                self.open.discard(name)
        if isinstance(self.scope.get(name), int):
            return self.scope[name]
        guessed = self.guess(name) if self.guess and self.inside else None
        if type(guessed) is int:
            self.has_guessed = True
            return guessed
        raise Unknown

    def read(self, node):
        """The number of an expression."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name):
            return self.name(node.id)
        if isinstance(node, ast.IfExp):
            return self.read(given(node))
        self.inside += 1
        try:
            return self.computed(node)
        finally:
            self.inside -= 1

    def computed(self, node):
        """The number of an operation or a call."""
        if isinstance(node, ast.BinOp):
            a, b = self.read(node.left), self.read(node.right)
            operations = {ast.Add: lambda: a + b, ast.Sub: lambda: a - b, ast.Mult: lambda: a * b, ast.FloorDiv: lambda: a // b, ast.Mod: lambda: a % b,
                          ast.Div: lambda: a / b}
            if isinstance(node.op, (ast.Pow, ast.LShift)) and 0 <= b < 32:
                return a ** b if isinstance(node.op, ast.Pow) else a << b
            if type(node.op) in operations and (b or not isinstance(node.op, (ast.FloorDiv, ast.Mod, ast.Div))):
                return operations[type(node.op)]()
        if isinstance(node, ast.Call) and not node.keywords:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts = [self.read(part) for part in node.args]
            if called in ("min", "max", "int") and parts:
                return min(parts) if called == "min" else int(max(parts))
            if called in ("cdiv", "ceil_div") and len(parts) == 2 and parts[1] > 0:
                return -(-parts[0] // parts[1])
            if called == "ceil" and len(parts) == 1:
                return math.ceil(parts[0])
            if called == "next_power_of_2" and len(parts) == 1 and parts[0] > 0:
                return 1 << (parts[0] - 1).bit_length()
        raise Unknown

    def value(self, node):
        """The expression that a name stands for, with arrays given."""
        seen = set()
        while isinstance(node, (ast.Name, ast.IfExp)):
            if isinstance(node, ast.IfExp):
                node = given(node)
            elif node.id in self.values and node.id not in seen:
                seen.add(node.id)
                node = self.values[node.id]
            else:
                break
        return node

    def kind(self, node):
        """`bool`, `float` or `int`, if the source tells that an expression has this type."""
        node = self.value(node)
        if isinstance(node, ast.Constant):
            return type(node.value).__name__
        if isinstance(node, (ast.Compare, ast.BoolOp)) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return "bool"
        if isinstance(node, ast.Name):
            return re.sub(r"Optional\[(\w+)\]| \| None", r"\1", self.annotated.get(node.id, ""))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return "float"
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            return {"cdiv": "int", "numel": "int", "stride": "int", "size": "int", "len": "int"}.get(called, called)
        return "int" if axis_of(node, "shape") else None


def is_literal(node):
    """Whether an expression is a number, a truth or a text."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, bool, str)


def given(node):
    """The branch of a conditional expression for arrays that are given: the second of `a if x is None else b`."""
    return node.orelse if is_missing(node.test) else node.body


def is_missing(test):
    """Whether an expression is of the form `x is None`."""
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is) and getattr(test.comparators[0], "value", 0) is None


# The types of integers that a launcher names, as pointers to them. A launcher that names a type of floats converts as the kernel does.
INTEGERS = {"int8": "*i8", "uint8": "*u8", "int16": "*i16", "uint16": "*u16", "int32": "*i32", "uint32": "*u32", "int64": "*i64", "long": "*i64",
            "int": "*i32", "bool": "*i1"}


@functools.lru_cache(maxsize=None)
def texts(folder):
    """The sources of a package, by file."""
    found = {}
    for inner, _, files in sorted(os.walk(folder)):
        for file in sorted(files):
            if file.endswith(".py"):
                with open(os.path.join(inner, file), encoding="utf-8", errors="replace") as text:
                    found[os.path.join(inner, file)] = text.read()
    return found


def sources(kernel):
    """The sources that may launch a kernel: its own module first, then others of its package that name it in front of a grid."""
    own, name = kernel.fn.__code__.co_filename, kernel.fn.__name__
    folder = own
    for _ in kernel.fn.__module__.split("."):
        folder = os.path.dirname(folder)
    package = os.path.join(folder, kernel.fn.__module__.split(".")[0])
    every = texts(package)
    yield every.get(own, "")
    yield from (text for path, text in every.items() if path != own and f"{name}[" in text)


# The launches that first_call has found, by the function of the kernel.
FOUND = {}


def first_call(kernel):
    """As [`found_call`], once for each kernel."""
    if kernel.fn not in FOUND:
        FOUND[kernel.fn] = found_call(kernel)
    return FOUND[kernel.fn]


def found_call(kernel):
    """The first launch of a kernel in its package, with the function around it and the arguments by name."""
    for text in sources(kernel):
        try:
            function, call = next(calls(ast.parse(text), kernel.fn.__name__))
        except (SyntaxError, StopIteration):
            continue
        return function, call, dict(zip(kernel.arg_names, positions(kernel, call))) | {one.arg: one.value for one in call.keywords if one.arg}
    return None


def positions(kernel, call):
    """The arguments of a launch by position. `*x.stride()` and other lists have the arguments that nothing else is passed for."""
    lists = sum(isinstance(one, ast.Starred) for one in call.args)
    if not lists:
        return call.args
    named = {one.arg for one in call.keywords}
    needed = [param.name for param in kernel.params if param.name not in named and not param.has_default]
    each, rest = divmod(len(needed) - len(call.args) + lists, lists)
    if rest or each < 1:
        return call.args[:next(at for at, one in enumerate(call.args) if isinstance(one, ast.Starred))]
    passed = []
    for one in call.args:
        passed.extend(item(one.value, at, each) for at in range(each)) if isinstance(one, ast.Starred) else passed.append(one)
    return passed


def item(node, at, length):
    """One of a list that is passed: of strides, counted from the last axis."""
    is_strides = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "stride" and not node.args
    return ast.copy_location(ast.Call(node.func, [ast.UnaryOp(ast.USub(), ast.Constant(length - at))], []) if is_strides
                             else ast.Subscript(node, ast.Constant(at)), node)


def elements(kernel):
    """The types of pointers to integers that the first launcher of a kernel names: where it makes, converts, views or tests a tensor."""
    found = first_call(kernel)
    if not found:
        return {}
    function, _, passed = found
    named = {}
    for node in ast.walk(function):
        # `x = torch.empty(n, dtype=torch.int32)`, `x = y.to(torch.int32)` and `x.dtype == torch.int32`.
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(type_of(node.value))
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "dtype":
            named.setdefault(getattr(node.left.value, "id", None), []).append(integer(node.comparators[0]))
    types = {}
    for name, value in passed.items():
        tensor = value.id if isinstance(value, ast.Name) else None
        own = [type_of(value), *named.get(tensor, [])]
        known = {one for one in own if one}
        if len(known) == 1:
            types[name] = known.pop()
    return types


def integer(node):
    """The pointer to the integers that `torch.int32` names."""
    return INTEGERS.get(node.attr) if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "torch" else None


def type_of(node):
    """The type of the integers of a tensor that an expression makes."""
    if not isinstance(node, ast.Call):
        return None
    named = [integer(one.value) for one in node.keywords if one.arg == "dtype"]
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("to", "view"):
        named.extend(integer(arg) for arg in node.args)
    return next((one for one in named if one), None)


def warps(kernel):
    """The warps that the first launch of a kernel names as a number, unless its blocks are known to the launch alone: warps are chosen for
    blocks, and these are guessed then."""
    found = first_call(kernel)
    if not found or "num_warps" not in found[2]:
        return None
    function, call, passed = found
    reader = Reader(function, call, kernel.fn.__globals__)
    blocks = [value for name, value in passed.items() if BLOCK.match(name.upper())]
    is_known = all(reader.find(value) is not None for value in blocks)
    return reader.find(passed["num_warps"]) if is_known else None


def axis_of(node, method):
    """The tensor and the axis of `x.stride(1)` or `x.shape[1]`."""
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method and len(node.args) == 1
    is_item = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == method
    if not is_method and not is_item:
        return None
    try:
        return ast.dump(node.func.value if is_method else node.value.value), ast.literal_eval(node.args[0] if is_method else node.slice)
    except ValueError:
        return None


# Names of axes behind which there is another.
OUTER = re.compile(r"token|row|block|page|slot|head|seq|batch", re.I)


def stride(function, node, base, row, outer):
    """The stride of an axis that a launcher passes, of a contiguous tensor with `base` elements along each axis: the launcher names its last
    axis, or an `outer` one in front of it. Where it names the first axis alone, that has rows of `row` elements."""
    tensor, axis = axis_of(node, "stride") or (None, None)
    if not isinstance(axis, int):
        return None
    axes = [found for one in ast.walk(function) for method in ("stride", "size", "shape") if (found := axis_of(one, method))]
    named = {at for of, at in axes if of == tensor and isinstance(at, int) and at >= 0}
    # The only axis that is named may be any, and axes counted from the last tell nothing of their number.
    last = max(named) if len(named) > 1 else -1
    for one in ast.walk(function):
        # `b, t, h, d = x.shape`
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Tuple) and isinstance(one.value, ast.Attribute):
            if one.value.attr == "shape" and ast.dump(one.value.value) == tensor:
                last = len(one.targets[0].elts) - 1
    if last > 0 and (tensor, last) in outer:
        last += 1
    if axis < 0:
        return base ** (-1 - axis)
    return base ** (last - axis) if last >= axis else row if axis == 0 else None


def derived(kernel, guess, flags, base=128, row=1 << 17, told=()):
    """The constants that the first launch of a kernel tells: numbers that it computes from others, and truths as literals. `guess` tells the
    number of a name; other truths are `flags`. The kernel itself tells the numbers of the names `told`."""
    constants = [param.name for param in kernel.params if param.is_constexpr]
    found = first_call(kernel)
    if not found:
        return {}
    function, call, passed = found
    passed = {name: value for name, value in passed.items() if name in constants}
    reader, computed = Reader(function, call, kernel.fn.__globals__, guess), {}
    kinds = {name: reader.kind(value) for name, value in passed.items()}
    outer = {axis_of(reader.value(value), "stride") for name, value in passed.items() if OUTER.search(name)}
    for name, value in passed.items():
        # What the launcher takes from a shape has the number of the constant that it becomes. Of `H` for `hidden`, the longer name says more.
        if isinstance(value, ast.Name) and reader.find(value) is None:
            number = guess(value.id if len(name) < 3 <= len(value.id) and name not in told else name)
            if type(number) is int:
                reader.known[value.id] = number
    for name, value in passed.items():
        literal = reader.value(value)
        if kinds[name] == "bool":
            is_said = isinstance(value, ast.Constant)
            usual = guess(name) if type(guess(name)) is bool else flags
            computed[name] = value.value if is_said else not flags if is_missing(literal) else usual
        elif kinds[name] == "float" and not is_literal(literal):
            computed[name] = 0.5
        elif is_literal(literal):
            computed[name] = literal.value
        else:
            reader.has_guessed = False
            number = stride(function, literal, base, row, outer) or reader.find(value)
            # Guessed sizes may contradict each other, as 4 heads in 128 groups. Blocks are guessed alone.
            is_sure = not reader.has_guessed or (number or 0) > 1 and not BLOCK.match(name.upper())
            if type(number) is int and number > 0 and is_sure:
                computed[name] = number
    return {name: value for name, value in computed.items() if value != guess(name) or type(value) is not type(guess(name))}


def scalars(kernel):
    """The types of the numbers that the first launch of a kernel passes, where its source tells them."""
    found = first_call(kernel)
    if not found:
        return {}
    function, call, passed = found
    reader = Reader(function, call, kernel.fn.__globals__)
    kinds = {name: reader.kind(value) for name, value in passed.items()}
    return {name: {"float": "fp32", "int": "i32"}[kind] for name, kind in kinds.items() if kind in ("float", "int")}
