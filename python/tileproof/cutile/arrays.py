"""Arguments of launches, whoever made them: torch, NumPy, anything with an array interface, or a sample such as f32[8, 16]."""
from __future__ import annotations

import dataclasses
import re
from typing import Any

SHORT = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "i8": "int8", "i16": "int16",
         "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "bool": "bool_",
         "tf32": "tfloat32", "f8e4m3fn": "float8_e4m3fn", "f8e5m2": "float8_e5m2", "f8e8m0fnu": "float8_e8m0fnu"}

# The names of element types in Tile IR.
ELEMENTS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "tfloat32": "tf32", "bool_": "i1",
            "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "i8", "uint16": "i16", "uint32": "i32", "uint64": "i64",
            "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2", "float8_e8m0fnu": "f8E8M0FNU", "float4_e2m1fn": "f4E2M1FN"}

# Memory that is on no GPU is given addresses as if it were: fresh memory of CUDA is aligned to 512 bytes.
ALIGNMENT = 512
_bases: dict[tuple[int, int], int] = {}
_next = 1 << 40


@dataclasses.dataclass(frozen=True)
class Array:
    """What a kernel sees of an array: its elements' type, extents and strides (in elements), and where it is."""
    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    bits: int
    address: int

    @property
    def bytes(self) -> int:
        """From the first element to behind the last."""
        if 0 in self.shape:
            return 0
        last = sum((n - 1) * s for n, s in zip(self.shape, self.strides))
        return ((last + 1) * self.bits + 7) // 8

    @property
    def overlaps_itself(self) -> bool:
        """Whether two places of it may be one."""
        reach = 1
        for stride, extent in sorted((s, n) for s, n in zip(self.strides, self.shape) if n > 1):
            if stride < reach:
                return True
            reach = stride * (extent - 1) + reach
        return False


def fresh(size: int) -> int:
    """The address of memory of its own."""
    global _next
    base, _next = _next, _next + max(size, 1) + 2 * ALIGNMENT
    return base + -base % ALIGNMENT


def _placed(start: int, size: int, offset: int) -> int:
    """The address of a place in memory of the host that begins at `start`. Memory of another size there is new memory: the allocator has
    reused the place, and the earlier address has too little room behind it."""
    if (start, size) not in _bases:
        _bases[start, size] = fresh(size)
    return _bases[start, size] + offset


def place(values: Any) -> None:
    """Gives addresses to the arrays of one launch: parts of one memory keep their distances, as two arrays in one buffer."""
    group: list[tuple[int, int]] = []
    end = 0
    for start, size in sorted(set(_roots(values))):
        if start >= end:
            _settle(group, end)
            group = []
        group.append((start, size))
        end = max(end, start + size)
    _settle(group, end)


def _settle(group: list[tuple[int, int]], end: int) -> None:
    """Addresses for overlapping memory, which ends at a place."""
    if len(group) < 2:
        return
    first = group[0][0]
    distances = {_bases[one] - one[0] if one in _bases else None for one in group}
    if None in distances or len(distances) > 1:
        base = fresh(end - first)
        _bases.update((one, base + one[0] - first) for one in group)


def _roots(values: Any) -> list[tuple[int, int]]:
    """Where the memory of the host begins that arrays are parts of, with its size."""
    if isinstance(values, (list, tuple)):
        return [root for value in values for root in _roots(value)]
    root = _root(values) if is_array(values) and not isinstance(values, Array) else None
    return [] if root is None or root[1] == 0 else [root]


def _root(value: Any) -> tuple[int, int] | None:
    """Where the memory of an array of the host begins, and its size; none for memory of a GPU."""
    if hasattr(value, "untyped_storage"):
        if value.device.type == "cuda" and not getattr(value, "is_on_host", False):
            return None
        storage = value.untyped_storage()
        # Storages without memory, as those of the device `meta`, lie apart from each other and from all others.
        start, size = storage.data_ptr(), storage.nbytes()
        return start or _placed(-storage._cdata, size, 0), size
    if getattr(value, "__cuda_array_interface__", None) is not None or not hasattr(value, "__array_interface__"):
        return None
    while getattr(value, "base", None) is not None and hasattr(value.base, "__array_interface__"):
        value = value.base
    return int(value.__array_interface__["data"][0]), int(value.nbytes)


def contiguous(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of an array whose last axis is the densest."""
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= max(extent, 1)
    return tuple(strides)


def sample(dtype: str, shape: int | tuple[int, ...]) -> Array:
    """An array of its own that is nowhere: `sample("f32", (8, 16))`."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    name = SHORT.get(dtype, dtype)
    bits = {"bool_": 8, "tfloat32": 32}.get(name) or int(re.search(r"\d+", name)[0])
    strides = contiguous(shape)
    size = bits // 8
    for extent in shape:
        size *= extent
    return Array(name, shape, strides, bits, fresh(size))


def is_array(value: Any) -> bool:
    """Whether a launch takes it as an array."""
    kind = type(value)
    # Of the type: a tensor that needs gradients has the interface, and raises when it is asked for.
    if isinstance(value, Array) or any(hasattr(kind, name) for name in ("__cuda_array_interface__", "__dlpack__")):
        return True
    module = kind.__module__
    return module.startswith("numpy") and hasattr(value, "strides") and getattr(value, "ndim", 0) > 0


def array(value: Any) -> Array:
    """What a kernel sees of it. An empty array with strides of zero, as NumPy has them, has nothing that its strides part: its tile space
    is empty, which is legal, so it has the strides of any other of its shape."""
    seen = _seen(value)
    return dataclasses.replace(seen, strides=contiguous(seen.shape)) if 0 in seen.shape and 0 in seen.strides else seen


def _seen(value: Any) -> Array:
    if isinstance(value, Array):
        return value
    if hasattr(value, "untyped_storage"):
        return _of_torch(value)
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is not None:
        return _of_interface(interface, None)
    interface = getattr(value, "__array_interface__", None)
    if interface is None:
        import numpy
        value = numpy.from_dlpack(value)
        interface = value.__array_interface__
    return _of_interface(interface, value)


def _of_torch(tensor: Any) -> Array:
    name = str(tensor.dtype).removeprefix("torch.")
    shape, strides, bits = tuple(tensor.shape), tuple(tensor.stride()), tensor.element_size() * 8
    if name == "float4_e2m1fn_x2":
        name, bits = "float4_e2m1fn", 4
        shape, strides = shape[:-1] + (shape[-1] * 2,), tuple(1 if s == 1 else s * 2 for s in strides)
    address, root = tensor.data_ptr(), _root(tensor)
    if root is not None:
        # An empty tensor has no address of its own.
        address = _placed(*root, tensor.storage_offset() * tensor.element_size()) if root[1] else fresh(1)
    return Array({"bool": "bool_"}.get(name, name), shape, strides, bits, address)


def around(value: Any, seen: Array) -> tuple[int, int]:
    """The bytes of an array's memory before its first element, and behind its last: a view is a part of its memory."""
    root = _root(value) if is_array(value) and not isinstance(value, Array) else None
    if root is None or root[1] == 0:
        return 0, 0
    before = seen.address - _placed(*root, 0)
    return before, root[1] - before - seen.bytes


def memory_of(value: Any) -> Any:
    """All elements from the first to the last in memory, as an array with one axis. A kernel that takes an address reaches the elements
    between those of a slice, too. Numbers and samples are returned as they are."""
    if isinstance(value, Array) or not is_array(value):
        return value
    seen = _seen(value)
    steps = [(stride, dense) for stride, dense, extent in zip(seen.strides, contiguous(seen.shape), seen.shape) if extent != 1]
    if 0 in seen.shape or all(stride == dense for stride, dense in steps):
        return value
    if any(stride < 0 for stride in seen.strides):
        raise ValueError("an array with a negative stride begins at no lowest address: copy it first")
    reach = 1 + sum((extent - 1) * stride for extent, stride in zip(seen.shape, seen.strides))
    if hasattr(value, "as_strided"):
        return value.detach().as_strided((reach,), (1,))
    library = __import__(type(value).__module__.partition(".")[0])
    return library.lib.stride_tricks.as_strided(value, (reach,), (value.itemsize,))


def _of_interface(interface: dict, owner: Any) -> Array:
    import numpy
    dtype = numpy.dtype(interface["typestr"])
    shape = tuple(int(n) for n in interface["shape"])
    strides = interface.get("strides")
    strides = contiguous(shape) if strides is None else tuple(s // dtype.itemsize for s in strides)
    address = int(interface["data"][0])
    root = None if owner is None else _root(owner)
    if root is not None:
        address = _placed(*root, address - root[0])
    name = {"bool": "bool_"}.get(dtype.name, dtype.name)
    return Array(name, shape, strides, dtype.itemsize * 8, address)


def parse(text: str) -> Any:
    """`f32[8, 16]`, `[f32[4], f32[8]]`, `(f32[4], 3)`, `2.5`, `true` or `3`."""
    text = text.strip()
    if text[:1] in "[(" and text[-1:] == {"[": "]", "(": ")"}.get(text[:1]):
        items = [parse(part) for part in _split(text[1:-1])]
        return items if text[0] == "[" else tuple(items)
    found = re.fullmatch(r"(\w+)\[([\d,\s]*)\]", text)
    if found and (found[1] in SHORT or found[1] in SHORT.values()):
        return sample(found[1], tuple(int(n) for n in found[2].split(",") if n.strip()))
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"`{text}` is no sample: write f32[1000], 3, 2.5, true, [f32[4], f32[8]] or (f32[4], 3)") from None


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text + ","):
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [part for part in parts if part.strip()]
