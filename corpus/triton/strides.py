"""Row and column strides are not exchanged."""
# signature: x: *fp32, y: *fp32, m: i32, n: i32; B = 32
# contract: grid = (cdiv(m, 32), cdiv(n, 32))
# contract: requires = m >= 1 and m <= 10000 and n >= 1 and n <= 10000
# contract: buffer x : f32[m * n]
# contract: buffer y : f32[m * n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    inside = (i < m)[:, None] & (j < n)[None, :]
    at = i[:, None] * n + j[None, :]
    tl.store(y + at, tl.load(x + at, mask=inside, other=0.0), mask=inside)


@triton.jit
def wrong(x, y, m, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    inside = (i < m)[:, None] & (j < n)[None, :]
    at = i[:, None] * m + j[None, :]
    tl.store(y + at, tl.load(x + at, mask=inside, other=0.0), mask=inside)
