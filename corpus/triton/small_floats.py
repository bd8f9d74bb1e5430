"""f32 is rounded to floats of 8 bits and back."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# contract: contents x : value >= -8 and value <= 8
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, value.to(tl.float8e5).to(tl.float32) + value.to(tl.float8e4nv).to(tl.float32), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, value.to(tl.float8e5).to(tl.float32) + value.to(tl.float8e4nv).to(tl.float32), mask=at <= n)
