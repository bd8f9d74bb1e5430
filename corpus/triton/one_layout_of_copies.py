"""Several threads hold one lane of a small tile. They may load it late if what they load stays with them."""
# signature: x: *fp32, y: *fp32, out: *fp32; B = 32
# warps: 4
# layouts
# contract: grid = (1)
# contract: buffer x : f32[32]
# contract: buffer y : f32[32]
# contract: buffer out : f32[1]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, out, B: tl.constexpr):
    at = tl.arange(0, B)
    a, b = tl.load(x + at), tl.load(y + at)
    tl.store(x + at, b * 2.0)
    tl.store(y + at, a)
    tl.store(out, 1.0)


@triton.jit
def wrong(x, y, out, B: tl.constexpr):
    at = tl.arange(0, B)
    a, b = tl.load(x + at), tl.load(y + at)
    tl.store(x + at, b * 2.0)
    tl.store(out, tl.sum(a))
