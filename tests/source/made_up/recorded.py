"""What is believed of arrays between launches, and which launches count as one: every line here must hold."""
import contextlib
import json
import os
import sys
import types

from tileproof.cutile import arrays, contents
from tileproof.cutile.shapes import tensors
from tileproof.cutile.table import Table
from tileproof.triton.capture import Capture


class Storage:
    """Memory of torch."""

    def __init__(self, begin, size):
        self.begin, self.size = begin, size

    def data_ptr(self):
        return self.begin

    def nbytes(self):
        return self.size

    def resizable(self):
        return True


class Tensor:
    """A part of some memory."""
    dtype = "torch.int32"

    def __init__(self, begin, size=16, shape=(4,)):
        self.storage, self.shape = Storage(begin, size), shape

    def untyped_storage(self):
        return self.storage

    def stride(self):
        return (1,)


class Function:
    """A function of torch. On the device `meta` it gives a shape, or raises where the shape depends on elements."""
    __module__ = "torch"

    def __init__(self, name, result=None, shape=None):
        self.__name__, self.result, self.shape = name, result, shape

    def __call__(self, *args, **named):
        if any(one.storage.begin == 0 for one in tensors([args, named])):
            if self.shape is None:
                raise NotImplementedError("it needs elements")
            return Tensor(0, shape=self.shape)
        return self.result


kinds = {name: type(name, (), {}) for name in ("device", "dtype", "layout", "memory_format", "Size")}
sys.modules["torch"] = types.SimpleNamespace(
    **kinds, no_grad=contextlib.nullcontext, empty_strided=lambda shape, strides, dtype, device: Tensor(0, shape=shape))


def conditions(tensor):
    """Under which conditions it is known what a tensor holds: none, some, or never."""
    return contents._after(tensor)


def call(name, *args, result=None, shape=None, **named):
    """Calls a function of torch as a script does."""
    return contents.watched(Function(name, result, shape), args, named)


def new(begin, size=16):
    """A tensor that a script has made of numbers."""
    return call("tensor", result=Tensor(begin, size))


# Until a launch is given an array, whatever is computed of it is known.
index, other, copy = new(0x1000), new(0x2000), Tensor(0x3000)
call("clone", index, result=copy)
assert conditions(copy) == frozenset()

# A launch may write the parameter that an array was passed for; another array stays as it was.
contents._set(index, frozenset({(1, "a")}))
assert conditions(index) == {(1, "a")} and conditions(other) == frozenset()

# What is computed of it depends on the same, and so do arguments of an operator of the author's own.
call("add", index, 1, result=copy, shape=(4,))
assert conditions(copy) == {(1, "a")}
mine = new(0x4000)
own = Function("fill_")
own._qualified_op_name = "my_lib::fill_"
contents.watched(own, (mine, index), {})
assert conditions(mine) == {(1, "a")}, "a custom operator may write any argument"
assert contents._told == frozenset()

# A number that the script only shows leaves everything known.
contents._launches = 1
begin = new(0x5000)
contents._set(begin, frozenset({(2, "out")}))
contents.decisions.purpose = lambda value: None
call("item", begin, result=1)
assert contents._told == frozenset()

# A part of an array is chosen by a bound that comes from memory: inside of a slice, too. Its shape is a number that the script reads.
contents.decisions.purpose = lambda value: ("number", "script.py", 1)
begin, part = new(0x5000), Tensor(0x6000)
contents._set(begin, frozenset({(2, "out")}))
call("__getitem__", other, slice(begin, None), result=part)
assert conditions(part) == {(2, "out")} and contents._told == {(2, "out")}
contents._told = frozenset()

# A named argument counts as well as one by position, and a list or a table as well as its items.
for at, given in enumerate([{"input": begin}, {"inputs": [begin]}, {"inputs": {"x": begin}}]):
    made = Tensor(0x7000 + 0x100 * at)
    call("cat", result=made, shape=(4,), **given)
    assert conditions(made) == {(2, "out")}, given

# Memory that an unknown kernel may have written stays unknown, and so does memory that overlaps it.
whole, overlapping = new(0x8000, 64), Tensor(0x8020, 64)
contents._set(whole, None)
assert conditions(overlapping) is None
call("add", overlapping, 1, result=made, shape=(4,))
assert conditions(made) is None

# Numbers, texts and shapes that depend on elements may come back anywhere; extents do not.
for name, result, shape, told in [
    ("tolist", [1, 2], None, True), ("item", 1, None, True), ("__format__", "1", None, True), ("any_new_name", object(), None, True),
    ("nonzero", Tensor(0x9000), None, True), ("one_hot", Tensor(0x9100, shape=(4, 7)), (4, 5), True),
    ("size", (4,), None, False), ("stride", (1,), None, False), ("add_", Tensor(0x9200), (4,), False), ("fill_", None, None, False),
]:
    contents._told = frozenset()
    call(name, begin, result=result, shape=shape)
    assert contents._told == ({(2, "out")} if told else frozenset()), name
    contents._told = frozenset()
    call(name, new(0xd000), result=result, shape=shape)
    assert contents._told == frozenset(), name

# Memory that is read without torch: what a launch writes there is read then.
contents._told = frozenset()
seen = new(0xa000)
call("numpy", seen, result=object())
assert contents._told == frozenset() and conditions(seen) == frozenset()
contents._set(seen, frozenset({(3, "out")}))
assert contents._told == {(3, "out")}

# A launch leaves memory known that no function of torch has made, if no launch has written anything. A kernel without a number may
# write everything.
contents._told = frozenset()
contents.launched([other], 5, [{"name": "x", "address": 1}])
assert conditions(Tensor(0xb000)) == {(5, "x"), (5, "")} and contents._inside == {(5, "")}
contents.launched([])
assert contents._inside is None and conditions(Tensor(0xb000)) is None

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
    ((1,), [{**first, "behind": 8}, second]),
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
told = [line["launch"] for line in lines if "launch" in line]
assert len(told) == len(launches), "each of them once"
assert [at for at, one in enumerate(told) if one.get("repeats")] == [5], "a launch with other conditions repeats the first"

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
