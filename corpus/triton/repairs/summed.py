"""The sum of each part of an array; the load has no fill value."""
# signature: x: *fp32, y: *fp32, n: i32; B = 256
import triton
import triton.language as tl


# tileproof: grid = (cdiv(n, 256))
# tileproof: requires n >= 1 && n <= 1000000
# tileproof: buffer x : f32[n]
# tileproof: buffer y : f32[cdiv(n, 256)]
@triton.jit
def summed(x, y, n, B: tl.constexpr):
    part = tl.program_id(0)
    at = part * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n)
    tl.store(y + part, tl.sum(value, axis=0))
