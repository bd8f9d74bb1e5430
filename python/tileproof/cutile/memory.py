"""Memory of arrays on the host: where it is, how long it lives, and its bytes."""
from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from typing import Any

from .lifetimes import alive_of_array, alive_of_storage
from .shapes import is_tensor

# The range of tensors without memory of the host.
NOWHERE = -1, 0

# Whether this package calls functions of torch now.
_is_looking = False


def is_watched() -> bool:
    """Whether a function of torch is called by the script."""
    return not _is_looking


@contextlib.contextmanager
def unwatched() -> Iterator[None]:
    """Does not watch the functions of torch that this package calls itself, or that print."""
    global _is_looking
    before, _is_looking = _is_looking, True
    try:
        yield
    finally:
        _is_looking = before


def begin_of(value: Any) -> int:
    """The address of the first element."""
    return int(value.data_ptr() if is_tensor(value) else value.__array_interface__["data"][0])


def bytes_of(array: Any) -> Any:
    """The bytes of an array on the host from the first element to the last; none of an array elsewhere."""
    import numpy
    with unwatched():
        try:
            if is_tensor(array):
                if array.device.type != "cpu":
                    return None
                # `numpy()` would mark the memory as shared for good.
                last = sum((extent - 1) * stride for extent, stride in zip(array.shape, array.stride()))
                size = (last + 1) * array.element_size() if array.numel() else 0
                memory = (ctypes.c_ubyte * size).from_address(array.data_ptr()) if size else b""
                return numpy.frombuffer(memory, numpy.uint8)
            return array.reshape(-1).view(numpy.uint8) if array.flags.c_contiguous else None
        except (AttributeError, RuntimeError, TypeError, ValueError):
            return None


def is_array(value: Any) -> bool:
    return is_tensor(value) or hasattr(value, "__array_interface__")


def range_of(value: Any) -> tuple[int, int]:
    """Where the memory begins and ends that an array is a part of."""
    if not is_tensor(value):
        root = _root(value)
        begin: int = root.__array_interface__["data"][0]
        return begin, begin + root.nbytes
    try:
        storage = value.untyped_storage()
        return storage.data_ptr(), storage.data_ptr() + storage.nbytes()
    except (RuntimeError, NotImplementedError):
        return NOWHERE


def _root(array: Any) -> Any:
    """The array whose memory an array of NumPy is a part of."""
    while getattr(array, "base", None) is not None and hasattr(array.base, "__array_interface__"):
        array = array.base
    return array


def alive(value: Any) -> Any:
    return alive_of_storage(value) if is_tensor(value) else alive_of_array(_root(value))
