"""`tl.multiple_of` of a range speaks of its first element, and of a mask `tl.max_constancy` of runs of equal elements."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 16 and n <= 4096 and n % 16 == 0
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# contract wrong: grid = (cdiv(n, 64))
# contract wrong: requires = n >= 16 and n <= 4096
# contract wrong: buffer x : f32[n]
# contract wrong: buffer y : f32[n] uninit
# right => proved
# wrong => undefined assume.same
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.multiple_of(tl.program_id(0) * B + tl.arange(0, B), 16)
    mask = tl.max_constancy(at < n, 16)
    tl.store(y + at, tl.load(x + at, mask, other=0.0), mask)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.multiple_of(tl.program_id(0) * B + tl.arange(0, B), 16)
    mask = tl.max_constancy(at < n, 16)
    tl.store(y + at, tl.load(x + at, mask, other=0.0), mask)
