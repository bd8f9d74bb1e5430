"""What integer arrays hold when a kernel is launched. Launches are recorded and not made, so this is known only of what depends on no
result: of memory that no launch has written before, and that nothing was computed into from such memory. What a kernel writes is
read from its code later, so contents have conditions: parameters of kernels that were launched before, which these must not
write. What is on a real GPU is left alone.
"""
from __future__ import annotations

import ctypes
from typing import Any

from .lifetimes import Lifetimes, alive_of_array, alive_of_storage

# The most bytes of an array, and of all.
MOST = 1 << 20
MOST_OF_ALL = 1 << 24

# Of tensors: the numbers of one leave what is watched here, or decide a shape.
TOLD = {"item", "tolist", "numpy", "__array__", "__dlpack__", "__bool__", "__int__", "__float__", "__index__", "__complex__", "is_nonzero",
        "equal", "allclose", "__contains__", "nonzero", "argwhere", "masked_select", "unique", "unique_consecutive", "bincount",
        "repeat_interleave"}
# What is in memory that nobody has written is anything.
EMPTY = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided", "resize_"}

# What new memory of `empty` is filled with, and the most bytes that are: an array that still holds nothing else was never written.
UNWRITTEN = 0xA5
MOST_FILLED = 1 << 26

# A condition: the number of a kernel in the table, and a parameter that it must not write.
Conditions = frozenset[tuple[int, str]]
NO_CONDITIONS: Conditions = frozenset()

# Memory of `empty` that no launch was given.
_empty = Lifetimes()
# Memory of which it is known under conditions what it holds, or never; that of tensors which have none is at -1.
_changed = Lifetimes()
_changed.set((-1, 0), None, None)
_left = 0
# The same of all arrays of NumPy, and of all tensors.
_numpy_after: Conditions | None = NO_CONDITIONS
_torch_after: Conditions | None = NO_CONDITIONS
_torch_is_watched = False
# Whether the functions of torch that are called now are called from here.
_is_looking = False


def install() -> None:
    """Has contents be looked at from now on, and marks the arrays of NumPy that nobody has written."""
    global _left
    _left = MOST_OF_ALL
    try:
        import numpy
    except ImportError:
        return

    def marked(make: Any) -> Any:
        def made(*args: Any, **named: Any) -> Any:
            array = make(*args, **named)
            _change(array, None)
            _fill(array)
            return array

        return made

    numpy.empty, numpy.empty_like = marked(numpy.empty), marked(numpy.empty_like)


def watched(name: str, args: Any, kwargs: Any, result: Any) -> None:
    """A function of torch was called, on the host: what comes of memory that launches may have changed depends on them."""
    global _torch_is_watched, _torch_after
    if _is_looking:
        return
    _torch_is_watched = True
    given = [*_tensors(args), *_tensors(list(kwargs.values()))]
    arrays = [*_arrays(args), *_arrays(list(kwargs.values()))]
    if name in EMPTY and name != "resize_":
        for one in _tensors(result):
            _fill(one)
    # It is not watched what is computed in arrays of NumPy.
    of_numpy = [_after(one) for one in arrays] + ([_numpy_after] if arrays else [])
    after = None if name in EMPTY else _all([_after(one) for one in given] + of_numpy)
    if after != NO_CONDITIONS:
        if name in TOLD or name == "__getitem__" and any(str(one.dtype) == "torch.bool" for one in given[1:]):
            _torch_after = _all([_torch_after, after])
        for one in _tensors(result):
            _change(one, after)
        # Any argument may be changed, as operators of an author's own do.
        if name not in EMPTY:
            for one in given:
                _change(one, _all([_after(one), after]))


def launched(values: Any, number: int | None = None, arguments: list[dict[str, Any]] | None = None) -> None:
    """A launch was recorded, of a kernel of the table with these arguments: what it writes, nobody knows. Without a number, it may write
    everything."""
    global _numpy_after, _torch_after
    for value in values:
        if isinstance(value, (list, tuple)):
            launched(value, number, arguments)
        elif _is_tensor(value):
            _change(value, _all([_after(value), _passed(value, number, arguments)]))
            _empty.discard(_range(value))
        elif hasattr(value, "dtype"):
            # It is not seen what is computed of it.
            _torch_after = _all([_torch_after, _passed(value, number, arguments)])
            if hasattr(value, "__array_interface__"):
                _empty.discard(_range(value))
    every = None if number is None else frozenset((number, one["name"]) for one in arguments or [] if "address" in one)
    _numpy_after = _all([_numpy_after, every])


def _passed(value: Any, number: int | None, arguments: list[dict[str, Any]] | None) -> Conditions | None:
    """The parameters of a launch that an array was passed for."""
    from . import arrays
    if number is None or not arrays.is_array(value):
        return None
    address = arrays.array(value).address
    # The arrays of a list are passed by its table.
    places = [(one["name"], [one.get("address"), *(item["address"] for item in one.get("arrays", []))]) for one in arguments or []]
    names = [name for name, addresses in places if address in addresses]
    return frozenset((number, name) for name in names) if names else None


def _all(of: list[Conditions | None]) -> Conditions | None:
    """What holds under all of some conditions; none if one of them never holds."""
    return None if any(one is None for one in of) else NO_CONDITIONS.union(*[one for one in of if one is not None])


def _after(value: Any) -> Conditions | None:
    """Under which conditions it is known what the memory of an array holds; none if never."""
    return _all(_changed.get(_range(value)))


def _change(value: Any, after: Conditions | None) -> None:
    _changed.set(_range(value), after, _alive(value))


def of(value: Any) -> tuple[bytes, Conditions] | None:
    """The bytes of an integer array, if they are known, and the conditions."""
    global _left
    size = getattr(value, "nbytes", None)
    if not isinstance(size, int) or size > min(MOST, _left):
        return None
    if not _is_array(value):
        return None
    after = _all([_after(value), _torch_after if _is_tensor(value) else _numpy_after])
    if _is_tensor(value) and alive_of_storage(value) is None:
        # The memory is not torch's own: it may be that of an array of NumPy.
        after = _all([after, _numpy_after])
    held = None if after is None else _of_tensor(value) if _is_tensor(value) else _of_numpy(value)
    if held is None or after is None:
        return None
    _left -= len(held)
    return held, after


def described(value: Any) -> dict[str, Any]:
    """What is known of the contents of an array, as a table of launches has it."""
    held = of(value)
    if held is None:
        return {}
    found: dict[str, Any] = {"contents": held[0].hex()}
    return found | ({"unless_written": sorted(held[1])} if held[1] else {})


def _fill(array: Any) -> None:
    """Fills memory that `empty` made."""
    where = _range(array)
    _empty.discard(where)
    held = _bytes(array)
    if held is not None and where[0] > 0 and 0 < held.nbytes <= MOST_FILLED:
        held[...] = UNWRITTEN
        _empty.set(where, True, _alive(array))


def is_unwritten(value: Any) -> bool:
    """Whether an array is of `empty`, and neither the script nor a launch has written it since."""
    try:
        held = _bytes(value) if _empty.get(_range(value)) else None
    except (AttributeError, RuntimeError, TypeError):
        return False
    return held is not None and bool((held == UNWRITTEN).all())


def _bytes(array: Any) -> Any:
    """The bytes of an array on the host whose elements stand one after the other; none of any other."""
    global _is_looking
    import numpy
    _is_looking = True
    try:
        if _is_tensor(array):
            if array.device.type != "cpu" or not array.is_contiguous():
                return None
            # `numpy()` would mark the memory as shared for good.
            size = array.numel() * array.element_size()
            memory = (ctypes.c_ubyte * size).from_address(array.data_ptr()) if size else b""
            return numpy.frombuffer(memory, numpy.uint8)
        return array.reshape(-1).view(numpy.uint8) if array.flags.c_contiguous else None
    except (AttributeError, RuntimeError, TypeError, ValueError):
        return None
    finally:
        _is_looking = False


def _of_tensor(tensor: Any) -> bytes | None:
    torch = __import__("torch")
    kinds = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
    if not _torch_is_watched or tensor.dtype not in kinds or tensor.device.type != "cpu" or not tensor.is_contiguous():
        return None
    held = _bytes(tensor)
    return None if held is None else held.tobytes()


def _of_numpy(array: Any) -> bytes | None:
    dtype = getattr(array, "dtype", None)
    if type(array).__module__ != "numpy" or getattr(dtype, "kind", "") not in "iu" or not dtype.isnative:
        return None
    return array.tobytes() if array.flags.c_contiguous else None


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "untyped_storage")


def _is_array(value: Any) -> bool:
    return _is_tensor(value) or hasattr(value, "__array_interface__")


def _range(value: Any) -> tuple[int, int]:
    """Where the memory begins and ends that an array is a part of."""
    if not _is_tensor(value):
        root = _root(value)
        begin: int = root.__array_interface__["data"][0]
        return begin, begin + root.nbytes
    try:
        storage = value.untyped_storage()
        return storage.data_ptr(), storage.data_ptr() + storage.nbytes()
    except (RuntimeError, NotImplementedError):
        return -1, 0


def _root(array: Any) -> Any:
    """The array whose memory an array of NumPy is a part of."""
    while getattr(array, "base", None) is not None and hasattr(array.base, "__array_interface__"):
        array = array.base
    return array


def _alive(value: Any) -> Any:
    return alive_of_storage(value) if _is_tensor(value) else alive_of_array(_root(value))


def _tensors(value: Any) -> list[Any]:
    if _is_tensor(value):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, slice):
        value = [value.start, value.stop, value.step]
    return [one for item in value for one in _tensors(item)] if isinstance(value, (list, tuple)) else []


def _arrays(value: Any) -> list[Any]:
    """The arrays of NumPy, or of what else has its interface, among arguments."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in _arrays(item)]
    return [value] if not _is_tensor(value) and hasattr(value, "__array_interface__") else []
