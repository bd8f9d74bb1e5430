"""Arrays as a launch sees them: address, bytes from the first element to the last, element type and device."""
from __future__ import annotations

from typing import Any, NamedTuple

# Names of element types in torch, NumPy and cupy, by the type of a kernel.
_TYPES = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "i64": "int64", "i32": "int32", "i16": "int16",
          "i8": "int8", "i1": "bool", "f8E4M3FN": "float8_e4m3fn", "f8E5M2": "float8_e5m2", "f8E8M0FNU": "float8_e8m0fnu", "tf32": "float32",
          "i4": "int8", "f4E2M1FN": "float4_e2m1fn_x2"}

# Names of element types, by the type code of a standard array.
_CODES = {"f": "float32", "d": "float64", "b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32", "I": "uint32", "q": "int64",
          "Q": "uint64"}


class Seen(NamedTuple):
    """An array. The device is the number of a GPU, or -1 for memory of the host."""
    address: int
    bytes: int
    dtype: str
    device: int


def see(value: Any) -> Seen:
    """An array of torch, of cupy, or of another library with an array interface."""
    if hasattr(value, "data_ptr") and hasattr(value, "is_contiguous"):
        return _of_torch(value)
    kind = type(value)
    if hasattr(kind, "__cuda_array_interface__"):
        return _of_interface(value.__cuda_array_interface__, _device(value))
    if hasattr(value, "__array_interface__"):
        return _of_interface(value.__array_interface__, -1)
    if hasattr(kind, "__dlpack__"):
        return see(_borrowed(value))
    if hasattr(value, "buffer_info") and hasattr(value, "typecode"):
        address, count = value.buffer_info()
        return Seen(address, count * value.itemsize, _CODES.get(value.typecode, value.typecode), -1)
    raise TypeError(f"a {kind.__name__} is no array: pass a tensor of torch or cupy, or an object with DLPack or an array interface")


def _of_torch(tensor: Any) -> Seen:
    size = tensor.element_size()
    if tensor.is_contiguous():
        reach = tensor.numel() * size
    elif 0 in tensor.shape:
        reach = 0
    else:
        reach = (sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride())) + 1) * size
    device = tensor.device
    return Seen(tensor.data_ptr(), reach, str(tensor.dtype)[6:], (device.index or 0) if device.type == "cuda" else -1)


def _of_interface(interface: dict[str, Any], device: int) -> Seen:
    kind, size = interface["typestr"][1], int(interface["typestr"][2:])
    shape, strides = interface["shape"], interface.get("strides")
    if any(stride < 0 for stride in strides or ()):
        raise ValueError("an array with a negative stride begins at no lowest address: copy it first")
    if 0 in shape:
        reach = 0
    elif strides is None:
        reach = size
        for extent in shape:
            reach *= int(extent)
    else:
        reach = sum((int(n) - 1) * int(s) for n, s in zip(shape, strides)) + size
    name = {"f": f"float{8 * size}", "i": f"int{8 * size}", "u": f"uint{8 * size}", "b": "bool"}.get(kind, f"void{8 * size}")
    return Seen(int(interface["data"][0]), reach, name, device)


def _device(value: Any) -> int:
    """The number of the GPU."""
    device = getattr(value, "device", None)
    for name in ("id", "index"):
        if isinstance(getattr(device, name, None), int):
            return int(getattr(device, name))
    if hasattr(value, "__dlpack_device__"):
        return int(value.__dlpack_device__()[1])
    return 0


def _borrowed(value: Any) -> Any:
    """The same memory as a tensor of torch or cupy."""
    for library, function in (("torch", "from_dlpack"), ("cupy", "from_dlpack")):
        try:
            module = __import__(library)
        except ImportError:
            continue
        return getattr(module, function)(value)
    raise TypeError(f"a {type(value).__name__} has DLPack alone, which needs torch or cupy")


def has_type(dtype: str, wanted: str) -> bool:
    """Whether an array of this element type is one of the kernel's type. Signs are the reader's matter, and types that NumPy lacks come as
    integers of their size."""
    name = _TYPES.get(wanted, wanted)
    if dtype == name or dtype == f"u{name}":
        return True
    bits = {"bfloat16": ("uint16", "int16", "void16")}.get(name, ())
    return dtype in bits or name.startswith(("float8", "float4", "bool")) and dtype in ("uint8", "int8")
