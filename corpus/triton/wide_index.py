"""Indices of 64 bits are compared with the axis before they are cut to 32."""
# signature: x: *fp32, starts: *i64, y: *fp32; B = 128
# contract: grid = (1)
# contract: buffer x : f32[128]
# contract: buffer starts : i64[128]
# contract: contents starts : 0 <= value && value < 128
# contract: buffer y : f32[128] uninit
# contract wrong: grid = (1)
# contract wrong: buffer x : f32[128]
# contract wrong: buffer starts : i64[128]
# contract wrong: contents starts : value == 4294967296
# contract wrong: buffer y : f32[128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, starts, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.gather(tl.load(x + at), tl.load(starts + at), 0))


@triton.jit
def wrong(x, starts, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.gather(tl.load(x + at), tl.load(starts + at), 0))
