"""Integers are cut, widened with and without a sign, and made floats."""
# signature: x: *i32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i32[n]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    low = value.to(tl.int8)
    wide = low.to(tl.int32) * 3 + low.to(tl.uint8, bitcast=True).to(tl.int32)
    floats = value.to(tl.float32) + value.to(tl.uint32, bitcast=True).to(tl.float32)
    tl.store(y + at, wide.to(tl.float32) + floats, mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    low = value.to(tl.int8)
    tl.store(y + low.to(tl.uint8, bitcast=True).to(tl.int32) % n - 1, 1.0, mask=at < 1)
