"""Facts about memory that last as long as the memory: an address that is freed may be given to another array."""
from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable
from typing import Any

# Whether memory is still what it was when a fact was noted.
Alive = Callable[[], bool]
# Where memory begins and ends.
Range = tuple[int, int]


class Lifetimes:
    """Facts by the range of memory."""

    def __init__(self) -> None:
        # What has an owner overlaps nothing else; any two of the others may overlap.
        self._owned: dict[int, tuple[Any, Alive]] = {}
        self._others: dict[Range, Any] = {}
        # References to storages need torch, which is taken apart before this package.
        atexit.register(self._owned.clear)

    def set(self, where: Range, fact: Any, alive: Alive | None) -> None:
        """Notes a fact for as long as `alive` says so; for ever where it is none."""
        if alive is None:
            self._others[where] = fact
        else:
            self._owned[where[0]] = fact, alive

    def get(self, where: Range) -> list[Any]:
        """The facts about memory that overlaps a range."""
        begin, end = where
        found = [fact for (start, stop), fact in self._others.items() if max(begin, start) < min(end, stop) or begin == start]
        if begin in self._owned:
            fact, alive = self._owned[begin]
            if alive():
                return [*found, fact]
            del self._owned[begin]
        return found

    def discard(self, where: Range) -> None:
        """Forgets the facts about memory that overlaps a range."""
        begin, end = where
        self._owned.pop(begin, None)
        for start, stop in [one for one in self._others if max(begin, one[0]) < min(end, one[1]) or begin == one[0]]:
            del self._others[start, stop]


def alive_of_storage(tensor: Any) -> Alive | None:
    """Whether the storage of a tensor lives. None of memory that torch does not own: it may outlive the storage."""
    try:
        storage = tensor.untyped_storage()
        if not storage.resizable():
            return None
        from torch.multiprocessing.reductions import StorageWeakRef
        reference = StorageWeakRef(storage)
    except (AttributeError, ImportError, RuntimeError, NotImplementedError):
        return None
    return lambda: not reference.expired()


def alive_of_array(array: Any) -> Alive | None:
    """Whether an array of NumPy lives that is no part of another. None of memory that it does not own, or that torch may share."""
    flags = getattr(array, "flags", None)
    if flags is None or not getattr(flags, "owndata", False):
        return None
    try:
        reference = weakref.ref(array)
    except TypeError:
        return None
    return lambda: reference() is not None
