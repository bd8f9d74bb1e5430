"""Halves are computed as f32 and rounded once."""
# signature: x: *fp16, y: *fp16, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f16[n]
# contract: buffer y : f16[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, value * value + 0.125, mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at - 1, value * value + 0.125, mask=at < n)
