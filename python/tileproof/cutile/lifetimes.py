"""Facts about memory that last as long as the memory: an address that is freed may be given to another array."""
from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

# Whether memory is still what it was when a fact was noted.
Alive = Callable[[], bool]


class Lifetimes:
    """Facts by the address where memory begins."""

    def __init__(self) -> None:
        self._facts: dict[int, tuple[Any, Alive | None]] = {}

    def set(self, begin: int, fact: Any, alive: Alive | None) -> None:
        """Notes a fact for as long as `alive` says so; for ever where it is none."""
        self._facts[begin] = fact, alive

    def get(self, begin: int, otherwise: Any) -> Any:
        """The fact about memory, or `otherwise`."""
        fact, alive = self._facts.get(begin, (otherwise, None))
        if alive is None or alive():
            return fact
        self.discard(begin)
        return otherwise

    def discard(self, begin: int) -> None:
        """Forgets a fact."""
        self._facts.pop(begin, None)


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
    """Whether an array of NumPy lives that is no part of another. None of memory that it does not own."""
    flags = getattr(array, "flags", None)
    if flags is None or not getattr(flags, "owndata", False):
        return None
    try:
        reference = weakref.ref(array)
    except TypeError:
        return None
    return lambda: reference() is not None
