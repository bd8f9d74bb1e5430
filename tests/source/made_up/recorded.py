"""What is believed of arrays between launches, and which launches count as one: every line here must hold."""
import json
import os
import types

from tileproof.cutile import arrays, contents
from tileproof.cutile.table import Table
from tileproof.triton.capture import Capture


class Storage:
    """Memory that a library owns elsewhere, as torch has it."""

    def __init__(self, begin, size):
        self.begin, self.size = begin, size

    def data_ptr(self):
        return self.begin

    def nbytes(self):
        return self.size

    def resizable(self):
        return False


class Tensor:
    """A part of some memory."""
    dtype = "torch.int32"

    def __init__(self, begin, size=16):
        self.storage = Storage(begin, size)

    def untyped_storage(self):
        return self.storage


def conditions(tensor):
    """Under which conditions it is known what a tensor holds: none, some, or never."""
    return contents._after(tensor)


# Until a launch is given an array, whatever is computed of it is known.
index, other, copy = Tensor(0x1000), Tensor(0x2000), Tensor(0x3000)
contents.watched("clone", (index,), {}, copy)
assert conditions(copy) == frozenset()

# A launch may write the parameter that an array was passed for; another array stays as it was.
places = [{"name": "a", "address": 0x1000, "bytes": 16}, {"name": "b", "address": 0x2000, "bytes": 16}]
contents._change(index, frozenset({(1, "a")}))
assert conditions(index) == {(1, "a")} and conditions(other) == frozenset()

# What is computed of it depends on the same, and so do arguments of an operator of the author's own.
contents.watched("add", (index, 1), {}, copy)
assert conditions(copy) == {(1, "a")}
mine = Tensor(0x4000)
contents.watched("my_lib::fill_", (mine, index), {}, None)
assert conditions(mine) == {(1, "a")}, "a custom operator may write any argument"

# A part of an array is chosen by a bound that comes from memory: inside of a slice, too.
begin, part = Tensor(0x5000), Tensor(0x6000)
contents._change(begin, frozenset({(2, "out")}))
contents.watched("__getitem__", (other, slice(begin, None)), {}, part)
assert conditions(part) == {(2, "out")}

# A named argument counts as well as one by position, and a list or a table as well as its items.
for at, given in enumerate([{"input": begin}, {"inputs": [begin]}, {"inputs": {"x": begin}}]):
    made = Tensor(0x7000 + 0x100 * at)
    contents.watched("cat", (), given, made)
    assert conditions(made) == {(2, "out")}, given

# Memory that an unknown kernel may have written stays unknown, and so does memory that overlaps it.
whole, overlapping = Tensor(0x8000, 64), Tensor(0x8020, 64)
contents._change(whole, None)
assert conditions(overlapping) is None
contents.watched("add", (overlapping, 1), {}, made)
assert conditions(made) is None

# Numbers that leave tensors may come back anywhere.
assert contents._torch_after == frozenset()
contents.watched("tolist", (begin,), {}, None)
assert contents._torch_after == {(2, "out")}

# Launches that differ in any of these are launches of their own, and the same one is told once.
table = Table(os.path.abspath("recorded.launches"))
first = {"name": "x", "address": 0x1000, "bytes": 16, "contents": "01000000"}
second = {"name": "y", "address": 0x2000, "bytes": 16}
nested = {"name": "list", "bytes": 24, "address": 0x9000, "arrays": [{**first, "shape": (4,), "strides": (1,)}]}
launches = [
    ((1,), [first, second]),
    ((2,), [first, second]),
    ((1,), [{**first, "contents": "02000000"}, second]),
    ((1,), [{**first, "bytes": 12}, second]),
    ((1,), [{**first, "address": 0x1010}, second]),
    ((1,), [{**first, "unless_written": [(1, "a")]}, second]),
    ((1,), [first, {**second, "uninit": True}]),
    ((1,), [{**first, "bytes": 1024}, second]),
    ((1,), [{**first, "bytes": 1024}, {**second, "address": 0x1100}]),
    ((1,), [first, {"name": "n", "value": 3}]),
    ((1,), [first, {"name": "n", "value": 4}]),
    ((1,), [first, nested]),
    ((1,), [first, {**nested, "arrays": [{**nested["arrays"][0], "shape": (2, 2), "strides": (2, 1)}]}]),
]
for _ in range(2):
    for grid, values in launches:
        table.launch_once(1, ("script.py", 7), grid, values)
lines = [json.loads(line) for line in open("recorded.launches", encoding="utf-8")]
assert sum("launch" in line for line in lines) == len(launches), "each of them once"

# A tuner sets some arrays to zero before a launch, and a hook may write anything.
capture = Capture(table)
kernel = types.SimpleNamespace()
for hook, named, expected in [
    (None, ["y"], {"x": "01000000", "y": "00000000"}),
    (None, [], {"x": "01000000", "y": "05000000"}),
    (print, [], {}),
]:
    configs = [types.SimpleNamespace(pre_hook=hook), types.SimpleNamespace(pre_hook=None)]
    capture.tuners[id(kernel)] = types.SimpleNamespace(configs=configs, reset_to_zero=named, restore_value=[])
    held = [dict(first), {**second, "contents": "05000000"}]
    capture._prepare(kernel, held)
    assert {one["name"]: one["contents"] for one in held if "contents" in one} == expected, (hook, named, held)


class Shape(Tensor):
    """A part of a tensor on the device `meta`: eight numbers behind some others."""
    device = types.SimpleNamespace(type="meta")
    shape, __dlpack__ = (8,), None

    def __init__(self, storage, before=0):
        self.storage, self.before = storage, before

    def stride(self):
        return (1,)

    def element_size(self):
        return 4

    def storage_offset(self):
        return self.before

    def data_ptr(self):
        return 0


# Storages without memory lie apart, and parts of one keep their distance.
one, two = Storage(0, 64), Storage(0, 64)
one._cdata, two._cdata = 1, 2
shapes = [Shape(one), Shape(one, before=2), Shape(two)]
arrays.place(shapes)
[first, part, apart] = [arrays.array(shape).address for shape in shapes]
assert part == first + 8 and abs(apart - first) >= 64
