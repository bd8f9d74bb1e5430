"""What `tl.assume` says must hold in every launch."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = n >= 128 and n % 128 == 0
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# contract wrong: grid = (cdiv(n, 128))
# contract wrong: requires = n >= 128
# contract wrong: buffer x : f32[n]
# contract wrong: buffer y : f32[n] uninit
# right => proved
# wrong => likely bug assume.bounded
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    tl.assume(n % 128 == 0)
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    tl.assume(n % 128 == 0)
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))
