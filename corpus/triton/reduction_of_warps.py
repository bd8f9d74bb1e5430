"""A reduction over several warps has a barrier: accesses before it come before accesses behind it."""
# signature: x: *fp32, out: *fp32; B = 1024
# warps: 4
# layouts
# contract: grid = (1)
# contract: buffer x : f32[1024]
# contract: buffer out : f32[1]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, out, B: tl.constexpr):
    at = tl.arange(0, B)
    first = tl.load(x)
    total = tl.sum(tl.load(x + at))
    tl.store(x + at, total + at)
    tl.store(out, first)


@triton.jit
def wrong(x, out, B: tl.constexpr):
    at = tl.arange(0, B)
    total = tl.sum(tl.load(x + at))
    first = tl.load(x)
    tl.store(x + at, total + at)
    tl.store(out, first)
