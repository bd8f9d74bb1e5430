"""Which accesses of a kernel give each lane to the same thread, by the layouts in Triton's own code.

`make_ttgir` is the stage of Triton's compiler that chooses how tiles are spread over threads. Two accesses with one layout are made by the same
threads, lane by lane, and a thread makes its accesses in the order of the program (spec/triton.md, *Order inside a program*). Layouts depend on
what a launch's code is specialized for, so several specializations are compiled.
"""
from __future__ import annotations

import collections
import dataclasses
import itertools
from typing import Callable

from .listing import Listing, Operation
from .signature import MULTIPLE, ONE, OTHER

# How an argument is specialized, by name; and how code spreads each access over threads, if equal words mean equal threads.
States = dict[str, str]
Spreads = list["str | None"]
# The states that arguments may have, by name.
Condition = dict[str, "frozenset[str]"]

# The most compilations for one kernel, and operations that are compiled in all of them together: some two seconds.
_MOST, _MOST_OPERATIONS = 64, 20000


@dataclasses.dataclass
class Code:
    """A code of a kernel, for launches that specialize some arguments as `when` says."""
    when: Condition
    spreads: Spreads


class Chooser:
    """Chooses codes of a kernel whose layouts order its accesses."""

    def __init__(self, general: Listing, free: dict[str, list[str]], arrays: dict[str, str], compiled: Callable[[States], Listing | None]):
        """`general` is the kernel for every launch. `free` has the states of each argument, strongest first, and `arrays` a name for
        the memory of each pointer."""
        self.general, self.free, self.compiled = general, free, compiled
        self.accesses = general.accesses()
        self.origins = general.origins(list(free))
        self.arrays = [frozenset(arrays[name] for name in names if name in arrays) for names in self.origins]
        self.known: dict[tuple[tuple[str, str], ...], Spreads] = {}

    @property
    def needs_order(self) -> bool:
        """Whether the kernel loads from memory that it stores to, or stores there twice."""
        return any(a != b for a, b in self._pairs([""] * len(self.accesses)))

    def codes(self, launched: States) -> list[Code]:
        """The code for arguments that are as multiple as they can be, and that of a launch where the first is not for it."""
        strongest = {name: states[0] for name, states in self.free.items()}
        found: list[Code] = []
        for start in [strongest, launched]:
            if any(all(start[name] in states for name, states in code.when.items()) for code in found):
                continue
            own = self._spreads(start)
            wanted = self._pairs(own)
            if any(a != b for a, b in wanted):
                # Accesses in one chain of pairs get one number, so all of them are wanted.
                own = only_pairs(own, wanted)
                wanted = {(a, b) for a, b in itertools.combinations_with_replacement(range(len(own)), 2)
                          if own[a] is not None and own[a] == own[b] and "tt.store" in (self.accesses[a].name, self.accesses[b].name)}
                found.append(Code(self._weakened(start, wanted), own))
        return found

    def barriers(self, launched: States) -> list[int]:
        """The numbers of the reductions whose code has a barrier: those of elements that several warps have. Integers of 1 may make a
        reduction needless, so each alone, each two, and all are tried."""
        reductions = self.general.reductions()
        strongest, weakest = {name: states[0] for name, states in self.free.items()}, dict.fromkeys(self.free, OTHER)
        ones = [name for name, states in self.free.items() if ONE in states]
        together = [*itertools.combinations(ones, 1), *itertools.combinations(ones, 2), tuple(ones)]
        tried = [strongest, weakest, launched, *({**strongest, **dict.fromkeys(some, ONE)} for some in together)]
        numbers = set(range(len(reductions)))
        if len(tried) * len(self.general.operations) > 2 * _MOST_OPERATIONS:
            return []
        for states in tried if reductions else []:
            code = self.compiled(states)
            numbers &= set(_kept_barriers(self.general, code)) if code else set()
            if not numbers:
                break
        return sorted(numbers)

    def _weakened(self, start: States, wanted: set[tuple[int, int]]) -> Condition:
        """The states of arguments under which the code has the layouts that it has for `start`. Arguments that may have any are left out.

        Triton chooses layouts by what it knows of tiles of pointers, so for arguments of those every combination of states has to order
        all pairs. Others are tried one by one.
        """
        def orders(states: States) -> bool:
            found = self._spreads({**start, **states})
            return all(found[a] is not None and found[a] == found[b] for a, b in wanted)

        tiles = [origin for origin, access in zip(self.origins, self.accesses) if self.general.is_of_tile(access)]
        pointing = frozenset().union(*tiles)
        when = {name: frozenset({state}) for name, state in start.items()}
        for name in sorted(when.keys() - pointing):
            when[name] = frozenset(state for state in self.free[name] if orders({name: state}))
        loose: Condition = {}
        for name in sorted(pointing & when.keys()):
            for allowed in (frozenset(self.free[name]), frozenset(self.free[name]) - {ONE} | when[name]):
                tried = {**loose, name: allowed}
                others = [dict(zip(tried, states)) for states in itertools.product(*tried.values())]
                if len(self.known) + len(others) <= min(_MOST, _MOST_OPERATIONS // (len(self.general.operations) + 1)) and all(map(orders, others)):
                    loose = tried
                    break
        return {name: states for name, states in {**when, **loose}.items() if states != frozenset(self.free[name])}

    def _spreads(self, states: States) -> Spreads:
        key = tuple(sorted(states.items()))
        if key not in self.known:
            code = self.compiled(states)
            self.known[key] = [None] * len(self.accesses) if code is None else spreads(self.general, code)
        return self.known[key]

    def _pairs(self, found: Spreads) -> set[tuple[int, int]]:
        """The accesses of one array, two by two, that are spread alike, and of which one writes; a store is a pair with itself."""
        writes = [one.name == "tt.store" for one in self.accesses]
        return {(a, b) for a, b in itertools.combinations_with_replacement(range(len(self.accesses)), 2)
                if (writes[a] or writes[b]) and found[a] is not None and found[a] == found[b] and self.arrays[a] & self.arrays[b]}


def only_pairs(found: Spreads, wanted: set[tuple[int, int]]) -> Spreads:
    """The spreads of accesses that are in wanted pairs, with different words for accesses that are in no chain of pairs."""
    chain = list(range(len(found)))
    for a, b in sorted(wanted):
        chain = [chain[a] if own == chain[b] else own for own in chain]
    members = {at for pair in wanted for at in pair}
    return [f"{chain[at]} {spread}" if at in members and spread is not None else None for at, spread in enumerate(found)]


def spreads(general: Listing, code: Listing) -> Spreads:
    """How the code spreads each access of the general kernel; none where the code has the access at another depth or place, several times,
    or not at all, as in a pipeline."""
    return [None if other is None else code.spread(other) for other in _counterparts(general, code)]


def _counterparts(general: Listing, code: Listing) -> list[Operation | None]:
    """For each access of the general kernel, that of a code: with the same place and depth, as often at any depth, and in the same order. A
    pipeline has copies of a load in front of its loop."""
    def key(one: Operation) -> tuple[str, str, int]:
        return one.name, one.place, one.depth

    before, after = general.accesses(), code.accesses()
    counts = collections.Counter(one.place for one in before), collections.Counter(one.place for one in after + code.copies())
    kept, found = ([one for one in listed if counts[0][one.place] == counts[1][one.place]] for listed in (before, after))
    if [key(one) for one in kept] != [key(one) for one in found]:
        return [None] * len(before)
    pairs = {id(one): other for one, other in zip(kept, found)}
    return [pairs.get(id(one)) for one in before]


def _kept_barriers(general: Listing, code: Listing) -> list[int]:
    """The numbers of the reductions that a code has in the same order and the same regions among the accesses, if several warps share
    their elements. Accesses that the code does not need may be missing. None where a pipeline makes loads ahead."""
    after = code.ordered()
    places = {(one.name, one.place) for one in after}
    before = [one for one in general.ordered() if (one.name, one.place) in places]
    if code.copies() or [(one.name, one.place) for one in before] != [(one.name, one.place) for one in after]:
        return []
    # Operations of one region may leave it together, as those of a loop with one iteration.
    regions: dict[int, int] = {}
    if any(regions.setdefault(one.region, other.region) != other.region for one, other in zip(before, after)):
        return []
    kept = {id(one) for one, other in zip(before, after) if one.name == "tt.reduce" and code.spans_warps(other)}
    return [at for at, one in enumerate(general.reductions()) if id(one) in kept]


def tests_of(states: frozenset[str], possible: list[str]) -> list[str]:
    """The tests that an argument passes in one of some states, and in no other of the possible ones. No test tells multiples and 1 from
    the rest, so of these two only multiples pass."""
    if OTHER not in states:
        return [MULTIPLE if MULTIPLE in states else ONE]
    return [f"!{state}" for state in possible if state not in states and state != OTHER]


def attributes(codes: list[Code], barriers: list[int], names: list[str], free: dict[str, list[str]]) -> str:
    """The attributes of a module for codes and barriers; for each code tests of the parameters, and a number for the layout of each access."""
    def word(code: Code) -> str:
        numbers: dict[str, int] = {}
        tests = [f"{names.index(name)}{test}" for name, states in code.when.items() for test in tests_of(states, free[name])]
        layouts = ["-" if spread is None else str(numbers.setdefault(spread, len(numbers))) for spread in code.spreads]
        return f"{' '.join(tests)}: {' '.join(layouts)}"

    layouts = f', tileproof.layouts = "{" | ".join(map(word, codes))}"' if codes else ""
    return layouts + (f", tileproof.barriers = array<i32: {', '.join(map(str, barriers))}>" if barriers else "")
