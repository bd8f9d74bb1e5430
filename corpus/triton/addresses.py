"""A pointer as a number: one element further is four bytes."""
# signature: x: *i32, y: *i32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    place = (x.to(tl.int64) + 4 * at.to(tl.int64)).to(tl.pointer_type(tl.int32))
    tl.store(y + at, tl.load(place, mask=at < n, other=0), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    place = (x.to(tl.int64) + 8 * at.to(tl.int64)).to(tl.pointer_type(tl.int32))
    tl.store(y + at, tl.load(place, mask=at < n, other=0), mask=at < n)
