"""The bits of a float are read as an integer, and the other way round."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    bits = value.to(tl.int32, bitcast=True)
    tl.store(y + at, (bits ^ 0x7FFFFF).to(tl.float32, bitcast=True) + (bits >> 23), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    bits = value.to(tl.int32, bitcast=True)
    tl.store(y + (bits & 1) * n, value, mask=at < 1)
