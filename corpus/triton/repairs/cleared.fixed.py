"""Clears the first elements of each row; the offset of a row overflows 32 bits."""
# signature: x: *fp32, m: i32, n: i32, stride: i32; B = 64
import triton
import triton.language as tl


# tileproof: grid = (m)
# tileproof: requires m >= 1 && stride >= 64 && n >= 1 && n <= 64
# tileproof: buffer x : f32[m * stride]
# tileproof: closed
@triton.jit
def cleared(x, m, n, stride, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    tl.store(x + stride * row.to(tl.int64) + at, 0.0, mask=at < n)
