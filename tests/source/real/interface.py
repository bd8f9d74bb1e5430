"""The Python interface, with cuda.tile as it is: every line here must hold."""
import time

import cuda.tile as ct
import numpy as np

import tileproof


@tileproof.promises("a.shape[0] == c.shape[0]", "b.shape[0] == c.shape[0]")
@ct.kernel
def add(a, b, c, T: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(c, index=(i,), tile=ct.load(a, index=(i,), shape=(T,)) + ct.load(b, index=(i,), shape=(T,)))


# tileproof: contents idx : 0 <= value && value < a.shape[0]
@ct.kernel
def pick(a, idx, o, T: ct.Constant[int]):
    i = ct.bid(0)
    places = ct.load(idx, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(o, index=(i,), tile=ct.gather(a, places, check_bounds=False))


@ct.kernel
def copy_planes(a, b):
    for i in range(ct.num_tiles(a, axis=0, shape=(1, 4, 4))):
        for j in range(ct.num_tiles(a, axis=1, shape=(1, 4, 4))):
            for k in range(ct.num_tiles(a, axis=2, shape=(1, 4, 4))):
                tile = ct.load(a, index=(i, j, k), shape=(1, 4, 4), padding_mode=ct.PaddingMode.ZERO)
                ct.store(b, index=(i, j, k), tile=tile)


class Given:
    """An array of three axes that says its strides, in bytes, also where it is empty."""
    __cuda_array_interface__ = None

    def __init__(self, address, shape, strides):
        self.__cuda_array_interface__ = {"shape": shape, "strides": strides, "typestr": "<f4", "data": (address, False), "version": 3}


def refused(word, launch, *arguments):
    try:
        launch(None, *arguments)
    except tileproof.LaunchRefused as refusal:
        assert word in str(refusal), refusal
    else:
        raise AssertionError(f"{arguments} is not refused")


a, b, c = (np.arange(100, dtype=np.float32) for _ in range(3))

report = tileproof.check(add, (a, b, c, 16), grid="cdiv(c.shape[0], T)")
report.assert_proved(conditional=False)
report = tileproof.check(add, (a, b, c, 16), grid=(8,))
assert report.verdict == "undefined" and report.counterexample.rule == "view.index.space", report
assert report.counterexample.arrays["a"].shape == (100,), report.counterexample
assert "X accessed, outside" in report._repr_html_()
assert tileproof.check(add, (a, b, c, 16), grid=(7,)).verdict == "proved"
sample = tileproof.sample("f32", 100)
assert tileproof.check(add, (sample, sample, sample, 16), requires=["a.shape[0] >= 3"]).conditional

# An empty array of any strides is a legal empty tile space; one of two planes that lie on one another is no place to store to.
for shape, strides, verdict in [((0, 4, 4), (0, 16, 4), "proved"), ((2, 0, 4), (0, 0, 0), "proved"), ((2, 4, 0), (0, 0, 4), "proved"),
                                ((0, 0, 0), (0, 0, 0), "proved"), ((2, 4, 0), None, "proved"), ((2, 4, 4), (0, 16, 4), "undefined")]:
    report = tileproof.check(copy_planes, (Given(1 << 16, shape, strides), Given(1 << 17, shape, strides)), grid=(1,))
    assert report.verdict == verdict, f"{shape} {strides}: {report}"

tileproof.run(add, (a, b, c, 16), (7,))
assert (c == a + b).all()
try:
    tileproof.run(add, (a, b, c, 16), (8,))
except tileproof.UndefinedBehavior as stopped:
    assert "view.index.space" in str(stopped)
else:
    raise AssertionError("the launch is outside")

made = []
ct.launch = lambda stream, grid, kernel, args, /, **_: made.append(grid)
tileproof.guard(add)
ct.launch(None, (7,), add, (a, b, c, 16))
refused("grid.x <= cdiv(c.shape[0], 16)", ct.launch, (8,), add, (a, b, c, 16))
refused("disjoint = (a, c)", ct.launch, (7,), add, (a, b, a, 16))
refused("a.shape[0] == c.shape[0]", ct.launch, (4,), add, (a[:50], b, c, 16))
idx = np.arange(100, dtype=np.int32)
tileproof.guard(pick)
refused("which nobody has looked at", ct.launch, (4,), pick, (a, idx, c, 16))
tileproof.guard(pick, check_contents=True)
ct.launch(None, (4,), pick, (a, idx, c, 16))
idx[3] = 100
refused("contents idx", ct.launch, (4,), pick, (a, idx, c, 16))
assert made == [(7,), (4,)], made

start, count = time.perf_counter(), 2000
for _ in range(count):
    ct.launch(None, (7,), add, (a, b, c, 16))
print(f"guard: {(time.perf_counter() - start) / count * 1e6:.0f} us a launch of three arrays")
