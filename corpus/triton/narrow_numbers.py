"""Integers of 8 and 16 bits wrap."""
# signature: x: *i16, y: *i16, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i16[n]
# contract: buffer y : i16[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    bytes = (value.to(tl.int8) * 5).to(tl.int32)
    tl.store(y + at, (value * 300 + bytes.to(tl.int16)), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    bytes = (value.to(tl.int8) * 5).to(tl.int32)
    tl.store(y + bytes, value, mask=at < 1)
