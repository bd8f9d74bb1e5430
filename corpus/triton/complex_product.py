"""Complex numbers are multiplied by a reduction of two operands."""
# signature: x: *i32, y: *i32; B = 64
# contract: grid = (1)
# contract: buffer x : i32[64]
# contract: buffer y : i32[2] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def multiply(re, im, other_re, other_im):
    return re * other_re - im * other_im, re * other_im + im * other_re


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    re, im = tl.reduce((tl.load(x + at), at & 3), 0, multiply)
    tl.store(y, re)
    tl.store(y + 1, im)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    re, im = tl.reduce((tl.load(x + at), at & 3), 0, multiply)
    tl.store(y, re)
    tl.store(y + 2, im)
