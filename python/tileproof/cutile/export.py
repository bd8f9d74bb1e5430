"""Kernels as bytecode, for launches of any size: by cuda.tile itself, with no GPU and no driver."""
from __future__ import annotations

import dataclasses
import io
import os
import re
import tokenize
from typing import Any

from . import contents, memory, rules, unwritten
from .arrays import ELEMENTS, Array, array, fresh, is_array, place

VERSION = "1.7"

# Named, so that cuda.tile need not ask its assembler, which need not be there.
BYTECODE = "13.4"


class Refused(Exception):
    """What no launch can be made of: a message for the author, with the exit code that it means."""

    def __init__(self, message: str, exit: int = 4, help: str | None = None):
        super().__init__(message)
        self.exit, self.help = exit, help


def load() -> Any:
    """cuda.tile, of the version whose signatures are known here."""
    try:
        import cuda.tile as ct
    except ImportError as error:
        raise Refused(f"cuda.tile cannot be imported: {error}", 2, f"pip install 'cuda-tile=={VERSION}.*'") from None
    found = getattr(ct, "__version__", "of no version")
    if not str(found).startswith(VERSION + "."):
        raise Refused(f"cuda.tile is {found}, and {VERSION} is needed", 2, f"pip install 'cuda-tile=={VERSION}.*'")
    return ct


@dataclasses.dataclass
class Signature:
    """For what a kernel is compiled, and how its arguments are called and passed."""
    constraints: list[Any] = dataclasses.field(default_factory=list)
    names: list[str] = dataclasses.field(default_factory=list)
    values: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    constants: dict[str, Any] = dataclasses.field(default_factory=dict)
    arrays: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def key(self) -> str:
        """The same for all launches that one compilation serves."""
        constants = [(name, type(value).__name__, repr(value)) for name, value in self.constants.items()]
        return repr(([_shown(one) for one in self.constraints], self.names, constants))

    def label(self) -> str:
        """The constants, as part of a kernel's name."""
        listed = ", ".join(f"{name}={value}" for name, value in self.constants.items())
        return f"({listed})" if listed else ""


def _shown(constraint: Any) -> str:
    if isinstance(constraint, list):
        return repr([_shown(one) for one in constraint])
    value = getattr(constraint, "value", None)
    return f"constant {value!r}" if type(constraint).__name__ == "ConstantConstraint" else repr(constraint)


@memory.unwatched()
def signature(kernel: Any, args: tuple[Any, ...], divisible: int = 1) -> Signature:
    """The signature of a launch, as general as its arguments' types let it be."""
    function = kernel._annotated_function
    names = list(function.pysig.parameters)
    if len(args) != len(names):
        raise Refused(f"{function.pyfunc.__name__} takes {len(names)} arguments ({', '.join(names)}), {len(args)} are given")
    place(args)
    found = Signature()
    for name, value, annotation in zip(names, args, function.parameter_annotations):
        found.constraints.append(_constraint(found, name, value, annotation, divisible))
    _refuse_shared_names(found)
    return found


def described(kernel: Any, compiled: Any) -> Signature:
    """The same of a signature that an author compiles for, as `export_kernel` takes it."""
    found = Signature(constraints=list(compiled.parameters))
    for name, constraint in zip(kernel._annotated_function.pysig.parameters, found.constraints):
        _name(found, name, constraint)
    _refuse_shared_names(found)
    return found


def _refuse_shared_names(found: Signature) -> None:
    """Clauses speak of arguments by name, so no two may share one: a part of a tuple `q` is called `q_0`."""
    names = sorted([*found.names, *found.constants])
    for name, other in zip(names, names[1:]):
        if name == other:
            raise _shared(name)


def _shared(name: str) -> Refused:
    return Refused(f"two arguments are called `{name}`, one as a part of a tuple: rename a parameter")


def _constant(to: Signature, name: str, value: Any) -> None:
    if name in to.constants:
        raise _shared(name)
    to.constants[name] = value


def _name(to: Signature, name: str, constraint: Any) -> None:
    kind = type(constraint).__name__
    if kind == "ConstantConstraint":
        _constant(to, name, constraint.value)
    elif kind == "ArrayConstraint":
        to.names += [name, *(f"{name}.{what}[{axis}]" for what in ("shape", "strides") for axis in range(constraint.ndim))]
        _reach(to, name, constraint)
    elif kind == "TupleConstraint":
        for at, item in enumerate(constraint.items):
            _name(to, f"{name}_{at}", item)
    else:
        to.names += [name, f"{name}.len"] if kind == "ListConstraint" else [name]


def _reach(to: Signature, name: str, constraint: Any) -> None:
    """An array has the memory that its extents and strides span, some of which are known."""
    dtype = str(getattr(constraint.dtype, "name", constraint.dtype))
    to.arrays.append({"name": name, "dtype": dtype, "shape": list(constraint.shape_constant), "strides": list(constraint.stride_constant)})


def _constraint(to: Signature, name: str, value: Any, annotation: Any, divisible: int) -> Any:
    import cuda.tile as ct
    from cuda.tile.compilation import ConstantConstraint, ListConstraint, ScalarConstraint, TupleConstraint
    kind = getattr(annotation, "KIND", "leaf")
    if isinstance(value, tuple) and not is_array(value):
        each = {"homogeneous_tuple": lambda at: annotation.each, "heterogeneous_tuple": lambda at: annotation.items[at]}
        of = each.get(kind, lambda at: annotation)
        return TupleConstraint([_constraint(to, f"{name}_{at}", item, of(at), divisible) for at, item in enumerate(value)])
    if getattr(annotation, "constant", False):
        _constant(to, name, value)
        return ConstantConstraint(value)
    if is_array(value):
        seen = array(value)
        to.names.append(name)
        to.values.append({"name": name, **_memory(value, seen)})
        for what, numbers in (("shape", seen.shape), ("strides", seen.strides)):
            for axis, number in enumerate(numbers):
                to.names.append(f"{name}.{what}[{axis}]")
                to.values.append({"name": to.names[-1], "value": number})
        constraint = _array(name, seen, annotation.array, divisible)
        _reach(to, name, constraint)
        return constraint
    if isinstance(value, list):
        return _list(to, name, value, annotation, ListConstraint, divisible)
    return ScalarConstraint(_scalar(to, name, value, annotation, ct))


def _memory(value: Any, seen: Array) -> dict[str, Any]:
    """Where an array is, and what is known of its elements."""
    found = contents.described(value) | (unwritten.described(value) if seen.bytes else {})
    return {"address": seen.address, "bytes": seen.bytes, **found}


def _scalar(to: Signature, name: str, value: Any, annotation: Any, ct: Any) -> Any:
    to.names.append(name)
    if isinstance(value, bool):
        to.values.append({"name": name, "value": int(value)})
        return ct.bool_
    if isinstance(value, int):
        dtype = getattr(annotation.scalar, "dtype", None) or ct.int32
        if dtype is ct.int32 and not -2**31 <= value < 2**31:
            raise Refused(f"`{name}` is {value}, which has no 32 bits", 4, f"annotate it: {name}: ct.ScalarInt64")
        to.values.append({"name": name, "value": value})
        return dtype
    if isinstance(value, float):
        to.values.append({"name": name, "value": repr(value)})
        return ct.float32
    raise Refused(f"`{name}` is of type {type(value).__name__}, which cuda.tile {VERSION} does not take")


def _list(to: Signature, name: str, value: list, annotation: Any, constraint: Any, divisible: int) -> Any:
    if not value or not all(is_array(item) for item in value):
        raise Refused(f"`{name}` is a list, and lists of arrays alone are taken")
    seen = [array(item) for item in value]
    first = seen[0]
    if any((one.dtype, len(one.shape)) != (first.dtype, len(first.shape)) for one in seen):
        raise Refused(f"`{name}` is a list of arrays of several types")
    to.names += [name, f"{name}.len"]
    size = len(seen) * (1 + 2 * len(first.shape)) * 8
    table = {"name": name, "address": fresh(size), "bytes": size, "element": ELEMENTS.get(first.dtype, first.dtype)}
    arrays = [{"shape": one.shape, "strides": one.strides, **unwritten.of_list(_memory(item, one))} for item, one in zip(value, seen)]
    to.values += [{**table, "arrays": arrays}, {"name": f"{name}.len", "value": len(seen)}]
    element = annotation.list.element if annotation.list else None
    every = all(one.strides[-1:] == (1,) for one in seen)
    strided = first if every else dataclasses.replace(first, strides=tuple(2 for _ in first.strides))
    return constraint(_array(name, strided, element, divisible), alias_groups=(), elements_may_alias=True)


def _array(name: str, seen: Array, annotation: Any, divisible: int) -> Any:
    import cuda.tile as ct
    from cuda.tile.compilation import ArrayConstraint
    rank = len(seen.shape)
    dtype = getattr(ct, seen.dtype, None) or getattr(__import__("cuda.tile._datatype", fromlist=["x"]), seen.dtype, None)
    if dtype is None:
        raise Refused(f"`{name}` has elements of type {seen.dtype}, which cuda.tile {VERSION} does not take")
    if any(stride < 0 for stride in seen.strides):
        raise Refused(f"`{name}` has a negative stride, which cuda.tile {VERSION} does not take")
    index = getattr(annotation, "index_dtype", None) or ct.int32
    if index is not ct.int64 and any(number >= 2**31 for number in seen.shape + seen.strides):
        raise Refused(f"`{name}` has an extent or a stride beyond 32 bits", 4, f"annotate it: {name}: ct.IndexedWithInt64")
    fixed_shape = {axis % rank for axis in getattr(annotation, "static_shape_dims", None) or ()}
    fixed_stride = {axis % rank for axis in getattr(annotation, "static_stride_dims", None) or ()}
    # One axis is dense: the last that has a step at all. In an empty array none has.
    dense = [axis for axis in range(rank) if seen.strides[axis] == 1]
    dense = [axis for axis in dense if seen.shape[axis] > 1 and 0 not in seen.shape][-1:] or dense[-1:]
    strides = [seen.strides[a] if a in fixed_stride or a in dense else None for a in range(rank)]
    shape = [seen.shape[a] if a in fixed_shape else None for a in range(rank)]
    divisors = [divisible if n is None else 1 for n in shape], [divisible if n is None else 1 for n in strides]
    return ArrayConstraint(dtype, rank, index_dtype=index, stride_lower_bound_incl=0, alias_groups=(),
                           may_alias_internally=seen.overlaps_itself, stride_constant=strides, shape_constant=shape,
                           shape_divisible_by=divisors[0], stride_divisible_by=divisors[1])


def bytecode(kernel: Any, found: Signature, symbol: str) -> bytes:
    """The kernel for a signature, as Tile IR bytecode."""
    from cuda.tile import compilation
    from cuda.tile.compilation import CallingConvention, KernelSignature
    out = io.BytesIO()
    compiled = KernelSignature(found.constraints, CallingConvention.cutile_python_v2(), symbol=symbol)
    # The script's own exports may be recorded; this is none of them.
    compile = getattr(compilation.export_kernel, "recorded", compilation.export_kernel)
    compile(kernel, [compiled], out, gpu_code="sm_90", output_format="tileir_bytecode", bytecode_version=BYTECODE)
    return out.getvalue()


def reason(error: BaseException) -> str:
    """What cuda.tile says of a kernel: its first line, and the line of the source."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = f"{type(error).__name__}: {lines[0] if lines else 'no message'}"
    found = re.search(r'^"(.*)", line (\d+)', "\n".join(lines[1:]), re.MULTILINE)
    return f"{said} ({relative(found[1])}:{found[2]})" if found else said


def clauses(kernel: Any) -> list[dict[str, Any]]:
    """What the author promises: in comments above the kernel, and by the decorator."""
    return clauses_of(kernel._annotated_function.pyfunc)


def clauses_of(function: Any) -> list[dict[str, Any]]:
    """The clauses of a contract above a function and in its decorator, each with its line."""
    found = [{"text": text} for text in getattr(function, "__tileproof__", ())]
    code = function.__code__
    try:
        # The first line of a file may name another encoding than UTF-8.
        with tokenize.open(code.co_filename) as file:
            lines = file.read().splitlines()
    except (OSError, SyntaxError, UnicodeDecodeError):
        return found
    at = code.co_firstlineno - 1
    while at > 0 and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    for number, line in enumerate(lines[at:], at + 1):
        words = line.strip()
        if number >= code.co_firstlineno and words.startswith("def "):
            break
        comment = words.removeprefix("#").lstrip() if words.startswith("#") else ""
        if comment.startswith("tileproof:"):
            found.append({"text": comment.removeprefix("tileproof:").strip(), "line": number})
    return found


def relative(path: str) -> str:
    """A path as it is written from here."""
    here = os.getcwd() + os.sep
    return path.removeprefix(here)


def kernel_line(kernel: Any, found: Signature, number: int, general: bool = True, called: str | None = None) -> dict[str, Any]:
    """The line of a table for a kernel."""
    function = kernel._annotated_function.pyfunc
    symbol = called or function.__name__
    symbol = symbol if symbol.isascii() and symbol.isidentifier() else "kernel"
    numbers = {name: value for name, value in found.constants.items() if isinstance(value, (bool, int))}
    constants = {name: int(value) for name, value in numbers.items() if -2**63 <= value < 2**63}
    return {"id": number, "symbol": symbol, "called": called or symbol + found.label(), "file": relative(function.__code__.co_filename),
            "line": function.__code__.co_firstlineno, "names": found.names, "arrays": found.arrays, "constants": constants,
            "fixed": {name: repr(value) for name, value in found.constants.items()},
            "clauses": clauses(kernel), "general": general, "bytecode": bytecode(kernel, found, symbol).hex(), **_rules(kernel, found, symbol)}


def _rules(kernel: Any, found: Signature, symbol: str) -> dict[str, Any]:
    """The same with what cuda.tile requires and bytecode does not say, where there is some; or why that cannot be had."""
    try:
        made = rules.checked(lambda: bytecode(kernel, found, symbol))
    except Exception as error:  # what is inside of cuda.tile may be other than it is in the version that is known
        return {"unchecked": f"{type(error).__name__}: {error}"}
    return {"checked": made.hex()} if made else {}
