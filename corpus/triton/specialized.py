"""With `warp_specialize`, a load and a store may belong to two groups of warps, each of which makes both."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 100000
# contract: buffer x : f32[128 * n]
# contract: buffer y : f32[128 * n]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for k in tl.range(0, n, warp_specialize=True):
        tl.store(y + k * B + at, tl.load(x + k * B + at) + 1)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for k in tl.range(0, n, warp_specialize=True):
        tl.store(x + k * B + at, tl.load(x + k * B + at) + 1)
