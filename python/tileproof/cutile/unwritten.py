"""Memory of `empty`: the parts that nobody has written, and the launches that may have written it.

New memory is filled with one byte. Parts that still hold it were never written. Larger arrays are not filled.
"""
from __future__ import annotations

from typing import Any

from .lifetimes import Lifetimes
from .memory import alive, begin_of, bytes_of, is_array, range_of, unwatched
from .shapes import is_tensor

# Functions that give memory which nobody has written.
EMPTY = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided", "resize_"}
# Functions whose result holds the elements of their first argument, in order.
COPYING = {"__deepcopy__", "clone", "contiguous", "cpu", "flatten", "ravel", "reshape", "to"}

# The byte of unwritten memory, and the most bytes of an array that is filled with it.
UNWRITTEN = 0xA5
MOST_FILLED = 1 << 26
# As many of these bytes in a row are unwritten memory.
SHORTEST = 4
# The most unwritten parts of an array: all behind the beginning of the last counts as unwritten.
MOST_RUNS = 1 << 12

# Launches that were given memory: the number of each launch in the table, the parameter, and the offset of the array in the memory.
Writers = dict[tuple[int, str, int], None]

# Memory of `empty`, with the launches that it was passed to.
_empty = Lifetimes()


def fill(array: Any) -> None:
    """Fills memory that `empty` made."""
    where = range_of(array)
    _empty.discard(where)
    held = bytes_of(array)
    if held is not None and where[0] > 0 and 0 < held.nbytes <= MOST_FILLED:
        held[...] = UNWRITTEN
        _empty.set(where, {}, alive(array))


def pass_array(value: Any, number: int | None) -> None:
    """A kernel that was not read may have written all of an array."""
    if number is None:
        _empty.discard(range_of(value))


def written_by(values: Any, launch: int, arguments: list[dict[str, Any]]) -> None:
    """Notes which launch of the table may have written to arrays of `empty`."""
    from . import arrays
    for value in values:
        if isinstance(value, (list, tuple)):
            # No parameter of its own leads to an array of a list.
            for one in value:
                if is_array(one):
                    _empty.discard(range_of(one))
        elif is_array(value) and arrays.is_array(value):
            with unwatched():
                where, address = range_of(value), arrays.array(value).address
                writers: list[Writers] = _empty.get(where)
                names = [one["name"] for one in arguments if one.get("address") == address]
                for one in writers:
                    one.update({(launch, name, begin_of(value) - where[0]): None for name in names})


def described(value: Any) -> dict[str, Any]:
    """What a table says of an array of `empty` that the script has not written as a whole since: the launches that may have written it, with
    the offset in bytes of their array in this one, and the ranges of bytes that the script has written."""
    with unwatched():
        try:
            where = range_of(value)
            writers: list[Writers] = _empty.get(where)
            held = bytes_of(value) if writers else None
        except (AttributeError, RuntimeError, TypeError):
            return {}
        written = [] if held is None else _written(held)
        if held is None or written == [(0, len(held))]:
            return {}
        offset = begin_of(value) - where[0]
    after = [[launch, name, begin - offset] for one in writers for launch, name, begin in one]
    return {"uninit": True, **({"written_by": after} if after else {}), **({"written": written} if written else {})}


def of_list(found: dict[str, Any]) -> dict[str, Any]:
    """What a table says of an array of a list: one that may be written in part counts as written."""
    is_partial = "written_by" in found or "written" in found
    return {key: value for key, value in found.items() if key not in ("uninit", "written_by", "written")} if is_partial else found


def _written(held: Any) -> list[tuple[int, int]]:
    """The ranges of memory without the byte of unwritten memory. Fewer such bytes in a row may be a number."""
    import numpy
    blank = held == UNWRITTEN
    if blank.all():
        return []
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], blank, [False])).astype(numpy.int8)))
    runs = edges.reshape(-1, 2)
    runs = runs[runs[:, 1] - runs[:, 0] >= SHORTEST]
    if len(runs) > MOST_RUNS:
        runs = runs[:MOST_RUNS]
        runs[-1, 1] = len(held)
    places = [0, *(int(edge) for edge in runs.reshape(-1)), len(held)]
    return [(start, end) for start, end in zip(places[::2], places[1::2]) if start < end]


def copied(name: str, given: list[Any], result: Any) -> None:
    """A result that holds elements which nobody has written is unwritten, too. After launches, only a copy of all elements in the same order
    is: others count as written."""
    if not is_tensor(result):
        return
    where = range_of(result)
    sources = [one for one in given if range_of(one) != where and _empty.get(range_of(one))]
    held = bytes_of(result) if sources and where[0] > 0 else None
    if held is None or len(held) > MOST_FILLED or _written(held) == [(0, len(held))]:
        return
    source, writers = sources[0], [each for one in sources for each in _empty.get(range_of(one))]
    is_copy = name in COPYING and source.is_contiguous() and result.is_contiguous() and source.dtype == result.dtype
    moved = begin_of(source) - range_of(source)[0]
    if is_copy:
        _empty.set(where, {(launch, one, at - moved): None for each in writers for launch, one, at in each}, alive(result))
    elif not any(writers) and not _empty.get(where):
        _empty.set(where, {}, alive(result))
