"""A false assertion is undefined."""
# signature: x: *i32, y: *i32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# contract: contents x : value <= 600
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.device_assert(value < 601)
    tl.store(y + at, value, mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.device_assert(value < 600)
    tl.store(y + at, value, mask=at <= n)
