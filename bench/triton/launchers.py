"""Constants that a kernel's own launcher computes, such as `NK = cdiv(K, BK)` or `G = HQ // H`: guessed alone, they contradict the constants
that they come from. Read from the module of the kernel: a call `kernel[grid](...)`, and the assignments in front of it."""

import ast
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
    """The numbers of a launcher: of assignments where they tell a number, else guessed by name."""

    def __init__(self, function, call, scope, known):
        self.scope, self.known, self.open = scope, known, set()
        self.values = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and node.lineno < call.lineno:
                for target in node.targets:
                    self.assign(target, node.value)

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
        raise Unknown

    def read(self, node):
        """The number of an expression."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name):
            return self.name(node.id)
        if isinstance(node, ast.BinOp):
            a, b = self.read(node.left), self.read(node.right)
            operations = {ast.Add: lambda: a + b, ast.Sub: lambda: a - b, ast.Mult: lambda: a * b, ast.FloorDiv: lambda: a // b, ast.Mod: lambda: a % b}
            if type(node.op) in operations and (b or not isinstance(node.op, (ast.FloorDiv, ast.Mod))):
                return operations[type(node.op)]()
        if isinstance(node, ast.Call) and not node.keywords:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts = [self.read(part) for part in node.args]
            if called in ("min", "max", "int") and parts:
                return min(parts) if called == "min" else max(parts)
            if called in ("cdiv", "ceil_div") and len(parts) == 2 and parts[1] > 0:
                return -(-parts[0] // parts[1])
            if called == "next_power_of_2" and len(parts) == 1 and parts[0] > 0:
                return 1 << (parts[0] - 1).bit_length()
        raise Unknown


# The types of integers that a launcher names, as pointers to them. A launcher that names a type of floats converts as the kernel does.
INTEGERS = {"int8": "*i8", "uint8": "*u8", "int16": "*i16", "uint16": "*u16", "int32": "*i32", "uint32": "*u32", "int64": "*i64", "long": "*i64",
            "int": "*i32", "bool": "*i1"}


def first_call(kernel):
    """The first launch of a kernel in its module, with the function around it and the arguments by name."""
    try:
        with open(kernel.fn.__code__.co_filename, encoding="utf-8") as file:
            function, call = next(calls(ast.parse(file.read()), kernel.fn.__name__))
    except (OSError, SyntaxError, StopIteration):
        return None
    passed = dict(zip(kernel.arg_names, call.args)) | {one.arg: one.value for one in call.keywords if one.arg}
    return function, call, passed


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
    reader = Reader(function, call, kernel.fn.__globals__, {})
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


def stride(function, node, base):
    """The stride of an axis that a launcher passes, of a contiguous tensor with `base` elements along each axis: the launcher names its last
    axis."""
    tensor, axis = axis_of(node, "stride") or (None, None)
    if not isinstance(axis, int):
        return None
    axes = [found for one in ast.walk(function) for method in ("stride", "size", "shape") if (found := axis_of(one, method))]
    named = {at for of, at in axes if of == tensor and isinstance(at, int)}
    # The only axis that is named may be any.
    last = max(named) if len(named) > 1 else -1
    for one in ast.walk(function):
        # `b, t, h, d = x.shape`
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Tuple) and isinstance(one.value, ast.Attribute):
            if one.value.attr == "shape" and ast.dump(one.value.value) == tensor:
                last = len(one.targets[0].elts) - 1
    if axis < 0:
        return base ** (-1 - axis)
    return base ** (last - axis) if last >= axis else None


def derived(kernel, guess, is_flag, base=128):
    """The constants that the first launch of a kernel computes from others. `guess` tells the number of a name; flags are guessed alone."""
    constants = [param.name for param in kernel.params if param.is_constexpr]
    found = first_call(kernel)
    if not found:
        return {}
    function, call, passed = found
    passed = {name: value for name, value in passed.items() if name in constants and not is_flag(name)}
    reader, computed = Reader(function, call, kernel.fn.__globals__, {}), {}
    for name, value in passed.items():
        # What the launcher takes from a shape has the number of the constant that it becomes.
        if isinstance(value, ast.Name) and reader.find(value) is None and isinstance(guess(name), int):
            reader.known[value.id] = guess(name)
    for name, value in passed.items():
        number = stride(function, value, base) or reader.find(value)
        if number is not None and number > 0 and number != guess(name):
            computed[name] = number
    return computed
