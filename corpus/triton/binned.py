"""`tl.histogram` counts numbers that have a bin."""
# signature: x: *i32, y: *i32; B = 128
# contract: grid = (1)
# contract: buffer x : i32[128]
# contract: buffer y : i32[16] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    values = tl.load(x + tl.arange(0, B))
    counts = tl.histogram(values & 15, 16)
    tl.store(y + tl.arange(0, 16), counts)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    values = tl.load(x + tl.arange(0, B))
    counts = tl.histogram(values, 16)
    tl.store(y + tl.arange(0, 16), counts)
