"""Doubles all elements; the load has no mask."""
# signature: x: *fp32, y: *fp32, n: i32; B = 256
import triton
import triton.language as tl


# tileproof: grid = (cdiv(n, 256))
# tileproof: requires n >= 1 && n <= 1000000
# tileproof: buffer x : f32[n]
# tileproof: buffer y : f32[n]
@triton.jit
def scaled(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at)
    tl.store(y + at, value * 2.0, mask=at < n)
