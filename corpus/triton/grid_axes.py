"""The axes of the grid are not exchanged."""
# signature: x: *fp32, y: *fp32, m: i32, n: i32; B = 32
# contract: grid = (m, n)
# contract: requires = m >= 1 and m <= 1000 and n >= 1 and n <= 1000
# contract: buffer y : f32[m * n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, n, B: tl.constexpr):
    at = tl.program_id(0) * n + tl.program_id(1)
    tl.store(y + at, 1.0)


@triton.jit
def wrong(x, y, m, n, B: tl.constexpr):
    at = tl.program_id(1) * n + tl.program_id(0)
    tl.store(y + at, 1.0)
