"""Tiles that are shorter than what is stored overlap."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (n)
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer y : f32[n * 128] uninit
# right => proved
# wrong => undefined race.block
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, at.to(tl.float32))


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * (B - 1) + tl.arange(0, B)
    tl.store(y + at, at.to(tl.float32))
