"""`//` and `%` round toward zero."""
# signature: x: *i32, y: *i32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# contract: contents x : value >= -300 and value <= 600
# right => proved
# wrong => undefined arith.div.zero
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, (value // 7) * 1000 + value % 7 + (value - 300) // (-13), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, value // (value - 300), mask=at < n)
