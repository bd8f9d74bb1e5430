"""The last round of a `while`."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 1000
# contract: buffer x : f32[n]
# contract: buffer y : f32[1] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    total, at = 0.0, 0
    while at < n:
        total += tl.load(x + at)
        at += 1
    tl.store(y, total)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    total, at = 0.0, 0
    while at <= n:
        total += tl.load(x + at)
        at += 1
    tl.store(y, total)
