"""Rows that are taken modulo their number stay inside."""
# signature: x: *fp32, y: *fp32, m: i32; B = 64
# contract: grid = (cdiv(m, 64))
# contract: requires = m >= 1 and m <= 1000000
# contract: buffer x : f32[m]
# contract: buffer y : f32[cdiv(m, 64) * 64] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    rows = at % m
    tl.store(y + at, tl.load(x + rows))


@triton.jit
def wrong(x, y, m, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    rows = at
    tl.store(y + at, tl.load(x + rows))
