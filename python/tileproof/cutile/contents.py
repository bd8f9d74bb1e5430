"""The contents of integer arrays at the launch of a kernel. Launches are recorded and not executed, so contents are known only if they
depend on no result of a launch.

Each function of torch on the host is watched. Memory that a watched function computes has the conditions of its arguments. All other
memory is known only if no launch so far has written anything. A kernel's writes are read from its code later, so contents have
conditions: kernels that were launched before, and their parameters, which these must not write. Arrays on a real GPU are never known.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import decisions, flow, shapes, unwritten
from .lifetimes import Lifetimes
from .memory import NOWHERE, alive, bytes_of, is_array, is_watched, range_of, unwatched
from .shapes import is_tensor, tensors

# Bytes of one array, and of all arrays.
MOST = 1 << 20
MOST_OF_ALL = 1 << 24

# A condition: the number of a kernel in the table, and a parameter through which it must not write. With an empty name, the kernel
# must write through its parameters only.
Conditions = frozenset[tuple[int, str]]
NO_CONDITIONS: Conditions = frozenset()
# The conditions of memory; none if its contents are never known.
_conditions = Lifetimes()
_conditions.set(NOWHERE, None, None)
# Memory that can be read without a function of torch.
_shared = Lifetimes()
# Purposes of views that the script reads without a function of torch: they count once a launch may have written the memory.
_views = Lifetimes()
# Such purposes with conditions, until the next launch: they do not count for the launch that writes.
_viewed: dict[tuple[decisions.Purpose, Conditions | None], None] = {}
_left = 0
# The condition that no launch so far writes anything: that of all computations that are not watched.
_unseen: Conditions | None = NO_CONDITIONS
# The conditions of numbers that the script has read from arrays, which may decide everything that follows.
_told: Conditions | None = NO_CONDITIONS
# The condition that the kernels launched so far write through their parameters only.
_inside: Conditions | None = NO_CONDITIONS
_torch_is_watched = False
# How many functions of torch the script is inside of, and how many launches were recorded.
_depth = 0
_launches = 0
# Sees the purpose, the place and the conditions of each number that the script reads from results of launches.
_decided: Callable[[str, str, int, Conditions | None], None] = lambda *_: None
# Whether a number that was read from results makes no later contents unknown.
_as_recorded = False


def install(decided: Callable[[str, str, int, Conditions | None], None], as_recorded: bool = False) -> None:
    """Watches contents from now on, and marks the arrays of NumPy that nobody has written. With `as_recorded`, launches and contents are
    those of the execution that was recorded, whatever it read from results."""
    global _left, _decided, _as_recorded
    _left, _decided, _as_recorded = MOST_OF_ALL, decided, as_recorded
    try:
        import numpy
    except ImportError:
        return

    def marked(make: Any) -> Any:
        def made(*args: Any, **named: Any) -> Any:
            array = make(*args, **named)
            _set(array, None)
            unwritten.fill(array)
            return array

        return made

    numpy.empty, numpy.empty_like = marked(numpy.empty), marked(numpy.empty_like)


def watched(function: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls a function of torch on the host, and notes the conditions of its results."""
    global _torch_is_watched, _depth
    if not is_watched():
        return function(*args, **kwargs)
    _torch_is_watched = True
    name = shapes.name_of(function)
    given = [*tensors(args), *tensors(kwargs)]
    arrays = [*_arrays(args), *_arrays(list(kwargs.values()))]
    after = _all([_after(one) for one in given] + ([_unseen] if arrays else []))
    probe = shapes.Probe(function, args, kwargs, lambda one: _after(one) != NO_CONDITIONS) if after != NO_CONDITIONS else None
    launches = _launches
    _depth += 1
    try:
        result = function(*args, **kwargs)
    finally:
        _depth -= 1
    if shapes.calls_author(function) or launches != _launches:
        # The author's code inside of the call was not watched.
        _tell(_unseen)
        after = _all([after, _unseen])
    if probe is not None and probe.is_of_elements(result) and (name == "data_ptr" or _decide(result, after)):
        _tell(after)
    if getattr(getattr(function, "__self__", None), "__name__", "") == "grad":
        _note_gradient(given, result)
    else:
        _note(name, given, result, after)
    return result


def _note(name: str, given: list[Any], result: Any, after: Conditions | None) -> None:
    """Notes the conditions of memory after a call: that of its result, and of the arguments, which it may change."""
    if name in shapes.SHARED:
        for one in given:
            _shared.set(range_of(one), True, alive(one))
            _view(one, name, result)
    elif name in flow.SHARING:
        for one in tensors(result):
            if not _is_torchs_own(one, range_of(one)):
                _add_view(one, decisions.purpose_of_arguments())
    if name in unwritten.EMPTY:
        for one in tensors(result):
            _set(one, None)
            if name != "resize_":
                unwritten.fill(one)
        return
    for one in given:
        before = _after(one)
        if _all([before, after]) != before:
            _set(one, _all([before, after]))
    unwritten.copied(name, given, result)
    # An attribute is part of its tensor, except for gradients.
    for one in tensors(result) if name != "__get__" else []:
        _set(one, _all([*_conditions.get(range_of(one)), after]))


def _view(tensor: Any, name: str, result: Any) -> None:
    """Notes what the script does with memory of a tensor that it reads by itself from now on."""
    if name == "data_ptr":
        _add_view(tensor, decisions.here(decisions.NUMBER) if decisions.uses_raw_memory() else None)
    else:
        _add_view(tensor, decisions.purpose(result))


def _add_view(tensor: Any, purpose: decisions.Purpose | None) -> None:
    where = range_of(tensor)
    known: list[set[decisions.Purpose]] = _views.get(where)
    if purpose is not None and not any(purpose in one for one in known):
        _views.set(where, {purpose}.union(*known), alive(tensor))


def _note_gradient(given: list[Any], result: Any) -> None:
    """The contents of a gradient are never known: its computation is not watched."""
    for one in [*given[1:], *tensors(result)]:
        _set(one, None)


def gradients(result: Any) -> Any:
    """Gradients, whose contents are never known."""
    for one in tensors(result):
        _set(one, None)
    return result


def launched(values: Any, number: int | None = None, arguments: list[dict[str, Any]] | None = None) -> None:
    """A launch was recorded, of a kernel of the table with these arguments. Its results are unknown. A kernel without a number was not
    read: it may write everything."""
    global _unseen, _inside, _launches
    _launches += 1
    for purpose, after in _viewed:
        _decided(*purpose, after)
    _viewed.clear()
    inside = None if number is None else frozenset([(number, "")])
    _inside = _all([_inside, inside])
    _passed_all(values, number, arguments)
    every = None if number is None else frozenset((number, one["name"]) for one in arguments or [] if "address" in one)
    _unseen = _all([_unseen, every, inside])


def _passed_all(values: Any, number: int | None, arguments: list[dict[str, Any]] | None) -> None:
    """Notes the conditions of arrays that a launch was given."""
    for value in values:
        if isinstance(value, (list, tuple)):
            _passed_all(value, number, arguments)
        elif is_tensor(value):
            with unwatched():
                passed = _passed(value, number, arguments)
                _set(value, _all([_after(value), passed]))
                unwritten.pass_array(value, number)
                for purpose in sorted({one for view in _views.get(range_of(value)) for one in view}):
                    _viewed[purpose, passed] = None
        elif hasattr(value, "dtype"):
            # Nobody here sees what the script computes from it.
            _tell(_passed(value, number, arguments))
            if hasattr(value, "__array_interface__"):
                unwritten.pass_array(value, number)


def _tell(after: Conditions | None) -> None:
    """The script has read numbers with these conditions."""
    global _told
    _told = _all([_told, after])


def _decide(value: Any, after: Conditions | None) -> bool:
    """The script reads a value with these conditions; whether later contents may depend on it."""
    found = decisions.purpose(value) if _launches and after != NO_CONDITIONS else None
    if found is not None:
        _decided(*found, after)
    return found is not None and not _as_recorded


def compared(values: Any) -> None:
    """The script compares arrays, and is told that they are equal."""
    with unwatched():
        after = _all([_after(one) for one in tensors(values)])
    _decide(True, after)


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
    """The conditions under which the contents of an array's memory are known; none if they never are."""
    where = range_of(value)
    found = _conditions.get(where)
    # Functions other than torch's may have changed memory that torch does not own alone.
    return _all([*found, *([] if found and _is_torchs_own(value, where) else [_unseen])])


def _set(value: Any, after: Conditions | None) -> None:
    where = range_of(value)
    _conditions.set(where, after, alive(value))
    if is_tensor(value) and where != NOWHERE and not _is_torchs_own(value, where):
        _tell(after)


def _is_torchs_own(value: Any, where: tuple[int, int]) -> bool:
    """Whether memory is read and written by functions of torch alone."""
    if not is_tensor(value) or _shared.get(where):
        return False
    return where == NOWHERE or bool(value.untyped_storage().resizable())


def of(value: Any) -> tuple[bytes, Conditions] | None:
    """The bytes of an integer array, if they are known, and the conditions."""
    global _left
    size = getattr(value, "nbytes", None)
    if not isinstance(size, int) or size > min(MOST, _left) or not is_array(value):
        return None
    with unwatched():
        # Computations inside of a function of torch are not watched.
        after = _all([_after(value), _told, _inside, *([_unseen] if _depth else [])])
        held = None if after is None else _of_tensor(value) if is_tensor(value) else _of_numpy(value)
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


def _of_tensor(tensor: Any) -> bytes | None:
    torch = __import__("torch")
    kinds = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
    if not _torch_is_watched or tensor.dtype not in kinds or tensor.device.type != "cpu" or not tensor.is_contiguous():
        return None
    held = bytes_of(tensor)
    return None if held is None else held.tobytes()


def _of_numpy(array: Any) -> bytes | None:
    dtype = getattr(array, "dtype", None)
    if type(array).__module__ != "numpy" or getattr(dtype, "kind", "") not in "iu" or not dtype.isnative:
        return None
    return array.tobytes() if array.flags.c_contiguous else None


def _arrays(value: Any) -> list[Any]:
    """The arrays of NumPy, or of what else has its interface, among arguments."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in _arrays(item)]
    return [value] if not is_tensor(value) and hasattr(value, "__array_interface__") else []
