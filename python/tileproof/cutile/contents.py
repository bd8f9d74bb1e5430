"""What integer arrays hold when a kernel is launched. Launches are recorded and not made, so this is known only of what hangs on no
result: of memory that no launch was given before, and that nothing was computed into from such memory. What is on a real GPU is left
alone.
"""
from __future__ import annotations

from typing import Any

# The most bytes of an array, and of all.
MOST = 1 << 20
MOST_OF_ALL = 1 << 24

# Of tensors: the numbers of one leave what is watched here.
TOLD = {"item", "tolist", "numpy", "__array__", "__dlpack__", "__bool__", "__int__", "__float__", "__index__", "__complex__", "is_nonzero",
        "equal", "allclose"}
# What is in memory that nobody has written is anything.
EMPTY = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided", "resize_"}

# What new memory of `empty` is filled with, and the most bytes that are: an array that still holds nothing else was never written.
UNWRITTEN = 0xA5
MOST_FILLED = 1 << 26

# Where memory of `empty` begins that no launch was given.
_empty: set[int] = set()
# Where memory begins of which it is not known what it holds; that of tensors which have none is at -1.
_unknown = {-1}
_left = 0
_numpy_is_known = True
_torch_is_watched = False
_torch_is_known = True
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
            _unknown.add(_start(array))
            _fill(array, _start(array))
            return array

        return made

    numpy.empty, numpy.empty_like = marked(numpy.empty), marked(numpy.empty_like)


def watched(name: str, args: Any, kwargs: Any, result: Any) -> None:
    """A function of torch was called, on the host: what comes of unknown memory is unknown."""
    global _torch_is_watched, _torch_is_known
    if _is_looking:
        return
    _torch_is_watched = True
    given = [*_tensors(args), *_tensors(list(kwargs.values()))]
    if name in EMPTY and name != "resize_":
        for one in _tensors(result):
            _fill(one, _base(one))
    if name in EMPTY or any(_base(one) in _unknown for one in given):
        if name in TOLD:
            _torch_is_known = False
        _unknown.update(_base(one) for one in _tensors(result))
        if name.startswith("__set") or name.endswith("_"):
            _unknown.update(_base(one) for one in given[:1])


def launched(values: Any) -> None:
    """A launch was recorded: what it writes, nobody knows."""
    global _numpy_is_known, _torch_is_known
    for value in values:
        if isinstance(value, (list, tuple)):
            launched(value)
        elif _is_tensor(value):
            _unknown.add(_base(value))
            _empty.discard(_base(value))
        elif hasattr(value, "dtype"):
            # It is not seen what is computed of it.
            _torch_is_known = False
            if hasattr(value, "__array_interface__"):
                _empty.discard(_start(value))
    _numpy_is_known = False


def of(value: Any) -> bytes | None:
    """The bytes of an integer array, if they are known."""
    global _left
    size = getattr(value, "nbytes", None)
    if not isinstance(size, int) or size > min(MOST, _left):
        return None
    held = _of_tensor(value) if _is_tensor(value) else _of_numpy(value)
    _left -= len(held or b"")
    return held


def _fill(array: Any, start: int) -> None:
    """Fills memory that `empty` made."""
    _empty.discard(start)
    held = _bytes(array)
    if held is not None and start > 0 and 0 < held.nbytes <= MOST_FILLED:
        held[...] = UNWRITTEN
        _empty.add(start)


def is_unwritten(value: Any) -> bool:
    """Whether an array is of `empty`, and neither the script nor a launch has written it since."""
    try:
        start = _base(value) if _is_tensor(value) else _start(value)
        held = _bytes(value) if start in _empty else None
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
            return array.detach().view(__import__("torch").uint8).reshape(-1).numpy()
        return array.reshape(-1).view(numpy.uint8) if array.flags.c_contiguous else None
    except (AttributeError, RuntimeError, TypeError, ValueError):
        return None
    finally:
        _is_looking = False


def _of_tensor(tensor: Any) -> bytes | None:
    torch = __import__("torch")
    kinds = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
    is_known = _torch_is_watched and _torch_is_known and _base(tensor) not in _unknown
    if not is_known or tensor.dtype not in kinds or tensor.device.type != "cpu" or not tensor.is_contiguous():
        return None
    return tensor.detach().numpy().tobytes()


def _of_numpy(array: Any) -> bytes | None:
    dtype = getattr(array, "dtype", None)
    if not _numpy_is_known or type(array).__module__ != "numpy" or getattr(dtype, "kind", "") not in "iu" or not dtype.isnative:
        return None
    return array.tobytes() if array.flags.c_contiguous and _start(array) not in _unknown else None


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "untyped_storage")


def _base(tensor: Any) -> int:
    try:
        return tensor.untyped_storage().data_ptr()
    except (RuntimeError, NotImplementedError):
        return -1


def _start(array: Any) -> int:
    """Where the memory of an array begins that it may be a part of."""
    while getattr(array, "base", None) is not None and hasattr(array.base, "__array_interface__"):
        array = array.base
    return array.__array_interface__["data"][0]


def _tensors(value: Any) -> list[Any]:
    if _is_tensor(value):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [one for item in value for one in _tensors(item)] if isinstance(value, (list, tuple)) else []
