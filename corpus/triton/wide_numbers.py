"""Integers of 64 bits."""
# signature: x: *i64, y: *i64, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i64[n]
# contract: buffer y : i64[n] uninit
# right => proved
# wrong => undefined arith.div.zero
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, value * 5000000000 // 3 - (value << 40), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, value * 5000000000 // (value - 5), mask=at < n)
