"""Programs that add to one element do so atomically."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = n >= 1
# contract: buffer x : f32[n]
# contract: buffer y : f32[1]
# right => proved
# wrong => likely bug race.block
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    total = tl.sum(tl.load(x + at, mask=at < n, other=0.0), axis=0)
    tl.atomic_add(y, total, sem="relaxed")


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    total = tl.sum(tl.load(x + at, mask=at < n, other=0.0), axis=0)
    tl.store(y, tl.load(y) + total)
