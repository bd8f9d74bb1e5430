"""Up to 2³¹ − 1 programs run along x, so that the number of a tile times its length overflows."""
# signature: x: *fp32, y: *fp32, n: i64; B = 128
# contract: requires = n >= 1 and grid.y == 1 and grid.z == 1
# contract: buffer y : f32[n]
# right => proved
# wrong => conditional
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * B + tl.arange(0, B)
    tl.store(y + at, at.to(tl.float32), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, at.to(tl.float32), mask=at < n)
