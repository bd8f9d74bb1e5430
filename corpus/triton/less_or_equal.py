"""A mask that lets one element too many through."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = n >= 1
# contract: buffer x : f32[n]
# contract: buffer y : f32[n]
# right => proved
# wrong => likely bug memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    tl.store(y + at, tl.load(x + at, mask=inside, other=0.0), mask=inside)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at <= n
    tl.store(y + at, tl.load(x + at, mask=inside, other=0.0), mask=inside)
