"""Elements are dropped by random numbers from a seed."""
# signature: x: *fp32, y: *fp32, n: i32, p: fp32, seed: i32; B = 1024
# warps: 4
# contract: grid = (cdiv(n, 1024))
# contract: requires = n >= 1
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1 and n == 1000
# contract wrong: buffer x : f32[1000]
# contract wrong: buffer y : f32[1000] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, p, seed, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    values = tl.load(x + at, mask=inside)
    kept = tl.rand(seed, at) > p
    tl.store(y + at, tl.where(kept, values / (1 - p), 0.0), mask=inside)


@triton.jit
def wrong(x, y, n, p, seed, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    values = tl.load(x + at, mask=inside)
    kept = tl.rand(seed, at) > p
    tl.store(y + at, tl.where(kept, values / (1 - p), 0.0), mask=at <= n)
