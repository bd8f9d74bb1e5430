"""An array that is no multiple of 16 bytes is stored in another layout than it is loaded in."""
# signature: x: *fp32, y: *fp32; B = 1024
# warps: 4
# layouts
# contract: grid = (1)
# contract: buffer x : f32[1024]
# contract: buffer y : f32[1024]
# contract: align x : 16
# contract: align y : 16
# contract wrong: grid = (1)
# contract wrong: buffer x : f32[1024]
# contract wrong: buffer y : f32[1024]
# contract wrong: align x : 16
# right => proved
# wrong => conditional
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    a, b = tl.load(x + at), tl.load(y + at)
    tl.store(x + at, b)
    tl.store(y + at, a)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    a, b = tl.load(x + at), tl.load(y + at)
    tl.store(x + at, b)
    tl.store(y + at, a)
