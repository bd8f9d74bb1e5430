"""Writes the positive elements, in place. A masked lane of the load has any value, and its condition is false by the mask; the wrong one ends the mask one lane later."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# right => conditional
# contract wrong: requires = n >= 1
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[n + 1]
# contract wrong: buffer y : f32[n + 1]
# wrong => undefined undetermined.index
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m)
    tl.store(y + i, v, mask=(v > 0) & m)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, v, mask=(v > 0) & (i <= n))
