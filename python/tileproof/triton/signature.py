"""The arguments of a launch of a Triton kernel: their types, which choose the compiled kernel, and their values."""
from __future__ import annotations

import dataclasses
from typing import Any

from ..cutile import arrays, contents, memory, unwritten
from ..cutile.export import Refused

# The names of Triton's element types, by the names of NumPy and torch.
ELEMENTS = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64", "int8": "i8", "int16": "i16", "int32": "i32",
            "int64": "i64", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool_": "i1", "bool": "i1",
            "float8_e4m3fn": "fp8e4nv", "float8_e5m2": "fp8e5", "float8_e4m3fnuz": "fp8e4b8", "float8_e5m2fnuz": "fp8e5b16"}
# A mock tensor has an element type of Triton itself.
ELEMENTS |= {name: name for name in set(ELEMENTS.values())}

CONSTANT = "constexpr"

# What Triton specializes an integer or an address for: a multiple of 16, the number 1, or neither.
MULTIPLE, ONE, OTHER = "%16", "=1", ""


@dataclasses.dataclass
class Signature:
    """The types of a kernel's parameters, and the arguments of a launch."""
    types: dict[str, str] = dataclasses.field(default_factory=dict)
    constants: dict[str, Any] = dataclasses.field(default_factory=dict)
    values: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The parameters that a launch passes to the compiled kernel, in order."""
        return [name for name, ty in self.types.items() if ty != CONSTANT]

    def key(self) -> str:
        """Equal for launches that one compilation without specialization serves."""
        constants = [(name, type(value).__name__, repr(value)) for name, value in self.constants.items()]
        return repr((list(self.types.items()), constants))

    def specializations(self, kernel: Any) -> dict[str, list[str]]:
        """What Triton specializes each address and integer for, strongest first."""
        found = {}
        for param in kernel.params:
            ty = self.types.get(param.name, CONSTANT)
            if ty.startswith("*") or ty[0] in "iu" and ty != "u1" and ty != "i1":
                states = [MULTIPLE] if not getattr(param, "do_not_specialize_on_alignment", False) else []
                states += [] if ty.startswith("*") else [ONE]
                found[param.name] = [OTHER] if param.do_not_specialize else [*states, OTHER]
        return found

    def states(self, kernel: Any) -> dict[str, str]:
        """What the code of this launch is specialized for."""
        numbers = {value["name"]: value.get("address", value.get("value")) for value in self.values}

        def has(name: str, state: str) -> bool:
            number = numbers.get(name)
            return state == OTHER or isinstance(number, int) and (number % 16 == 0 if state == MULTIPLE else number == 1)

        return {name: next(state for state in states if has(name, state)) for name, states in self.specializations(kernel).items()}

    def memories(self) -> dict[str, str]:
        """A name for the memory of each array: arrays of a launch with a common byte have one name."""
        arrays = [(value["name"], value["address"], value["address"] + value["bytes"]) for value in self.values if "address" in value]
        names: dict[str, str] = {name: name for name, ty in self.types.items() if ty.startswith("*")}
        for at, (name, start, end) in enumerate(arrays):
            names[name] = next((names[other] for other, first, last in arrays[:at] if max(start, first) < min(end, last)), name)
        return names

    def with_constant_ones(self, ones: list[str]) -> Signature:
        """The same, with these integers as constants of 1."""
        types = {name: CONSTANT if name in ones else ty for name, ty in self.types.items()}
        constants = {name: 1 if name in ones else self.constants.get(name) for name, ty in types.items() if ty == CONSTANT}
        return Signature(types, constants, [value for value in self.values if value["name"] not in ones])

    def label(self) -> str:
        """The constants, as part of a kernel's name."""
        listed = ", ".join(f"{name}={shown(value)}" for name, value in self.constants.items())
        return f"({listed})" if listed else ""

    def with_ones(self, kernel: Any) -> Signature:
        """The same, with integers equal to 1 as constants, as Triton compiles them."""
        kept = {param.name for param in kernel.params if param.do_not_specialize}
        ones = {value["name"] for value in self.values if value.get("value") == 1 and value["name"] not in kept}
        ones = {name for name in ones if self.types[name] in ("i32", "i64")}
        return self.with_constant_ones(sorted(ones))


def shown(value: Any) -> str:
    """A constant as people write it."""
    value = getattr(value, "value", value) if type(value).__name__ == CONSTANT else value
    return getattr(value, "__name__", None) or (str(value) if type(value).__name__ == "dtype" else repr(value))


@memory.unwatched()
def of(kernel: Any, bound: dict[str, Any]) -> Signature:
    """The signature of arguments that are bound to the parameters of a kernel."""
    arrays.place([getattr(value, "base", value) if not arrays.is_array(value) else value for value in bound.values()])
    found = Signature()
    for param in kernel.params:
        if param.name not in bound:
            raise Refused(f"{kernel.fn.__name__} needs an argument `{param.name}`")
        value = bound[param.name]
        ty = CONSTANT if param.is_constexpr else argument(found, param, value)
        found.types[param.name] = ty
        if ty == CONSTANT:
            found.constants[param.name] = value
    return found


def is_pointer(value: Any) -> bool:
    """Whether a launch passes the address of a value."""
    return arrays.is_array(value) or hasattr(value, "data_ptr")


def argument(to: Signature, param: Any, value: Any) -> str:
    """Adds the value of an argument, and returns its type."""
    if is_pointer(value):
        return pointer(to, param, value)
    if isinstance(value, (tuple, list)):
        raise Refused(f"`{param.name}` is a tuple, and tuples are not read yet", 4, "pass its items as arguments of their own")
    if type(value).__name__ in ("TensorDescriptor", "TensorDescriptorIm2Col"):
        raise Refused(f"`{param.name}` is a tensor descriptor of the host, which is not read yet", 4,
                      "make it in the kernel: tl.make_tensor_descriptor(…)")
    from triton.runtime.jit import mangle_type
    # NumPy's scalars are no numbers of Python.
    value = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value
    try:
        ty = str(getattr(param, "annotation_type", "") or mangle_type(value))
    except TypeError:
        raise Refused(f"`{param.name}` is of type {type(value).__name__}, which Triton does not take") from None
    if ty == CONSTANT:
        return ty
    if isinstance(value, (bool, int)):
        to.values.append({"name": param.name, "value": int(value)})
    elif isinstance(value, float):
        to.values.append({"name": param.name, "value": repr(value)})
    else:
        raise Refused(f"`{param.name}` is of type {type(value).__name__}, which Triton does not take")
    return ty


def pointer(to: Signature, param: Any, value: Any) -> str:
    """Adds an array, and returns the type of a pointer to its elements."""
    seen = array(value)
    if seen is None or seen.dtype not in ELEMENTS:
        raise Refused(f"`{param.name}` has elements of type {getattr(value, 'dtype', None)}, which is not read")
    if any(stride < 0 for stride in seen.strides):
        raise Refused(f"`{param.name}` has a negative stride, so its address is not that of its lowest element", 4, "copy it first")
    found = contents.described(value) | (unwritten.described(value) if seen.bytes else {})
    around = {name: size for name, size in zip(("before", "behind"), arrays.around(value, seen)) if size > 0}
    to.values.append({"name": param.name, "address": seen.address, "bytes": seen.bytes, "dtype": seen.dtype, **around,
                      "shape": list(seen.shape), "strides": list(seen.strides), **found})
    return "*" + ELEMENTS[seen.dtype]


def array(value: Any) -> arrays.Array | None:
    """The array behind an argument with an address."""
    if arrays.is_array(value):
        return arrays.array(value)
    base = getattr(value, "base", None)
    name = str(value.dtype).removeprefix("torch.").removeprefix("triton.language.")
    if base is not None and is_pointer(base):
        # `triton.reinterpret`: the same memory, with elements of another type of the same width.
        return dataclasses.replace(arrays.array(base), dtype=name)
    if type(value).__name__ == "MockTensor":
        return dataclasses.replace(arrays.sample("i8", tuple(value.shape)), dtype=name)
    return None
