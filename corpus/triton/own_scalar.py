"""One thread stores a scalar, so a counter in memory is raised after that thread has loaded it. A thread that loads late adds the raised number to a tile."""
# signature: count: *i32, x: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (n)
# contract: requires = n >= 1, n <= 1000
# contract: buffer count : i32[n]
# contract: buffer x : f32[128 * n]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(count, x, n, B: tl.constexpr):
    row = tl.program_id(0)
    seen = tl.load(count + row)
    tl.store(count + row, tl.where(seen < 0, 0, seen + 1))


@triton.jit
def wrong(count, x, n, B: tl.constexpr):
    row = tl.program_id(0)
    seen = tl.load(count + row)
    tl.store(count + row, tl.where(seen < 0, 0, seen + 1))
    at = tl.arange(0, B)
    tl.store(x + row * B + at, at + seen)
