"""Division, remainder, shift and comparison of unsigned numbers."""
# signature: x: *u32, y: *u32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined arith.div.zero
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    less = value - 100
    mixed = (less // 7) ^ (less % 11) ^ (less >> 3)
    mixed += tl.maximum(less, 5) - tl.minimum(less, 1000)
    tl.store(y + at, tl.where(less > 2000, mixed, less), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    less = value - 100
    tl.store(y + at, less // (value & 7), mask=at < n)
