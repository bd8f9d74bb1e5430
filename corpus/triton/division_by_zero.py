"""A divisor is not zero, not even in lanes that a mask leaves out."""
# signature: x: *i32, y: *i32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = n >= 1
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined arith.div.zero
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    values = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, 1000 // tl.where(values == 0, 1, values), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    values = tl.load(x + at, mask=at < n, other=0)
    tl.store(y + at, 1000 // values, mask=at < n)
