"""`tl.max_contiguous` is a promise about runs of elements: a remainder by an open length breaks them."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 64 and n <= 4096 and n % 64 == 0
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# contract wrong: grid = (cdiv(n, 64))
# contract wrong: requires = n >= 64 and n <= 4096
# contract wrong: buffer x : f32[n]
# contract wrong: buffer y : f32[n] uninit
# right => proved
# wrong => undefined assume.strided
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    wrapped = tl.max_contiguous(tl.multiple_of(at % n, B), B)
    tl.store(y + at, tl.load(x + wrapped), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    wrapped = tl.max_contiguous(tl.multiple_of(at % n, B), B)
    tl.store(y + at, tl.load(x + wrapped), mask=at < n)
