"""A float is cut to an integer; outside of the integer's type the result is undetermined."""
# signature: x: *fp32, y: *i32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined undetermined.stored
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    value = tl.clamp(value * 100.0, -30000.0, 30000.0)
    whole = value.to(tl.int32) + value.to(tl.int16)
    tl.store(y + at, whole, mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, (value * 100.0).to(tl.int32), mask=at < n)
