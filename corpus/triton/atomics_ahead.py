"""A pipeline makes an atomic update ahead, in an earlier iteration, if its result says where to load. So its release waits for no store of the loop."""
# signature: x: *fp32, y: *fp32, c: *i32, n: i32; B = 128
# warps: 4
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 100000
# contract: buffer x : f32[128]
# contract: buffer y : f32[128 * n]
# contract: buffer c : i32[128 * n]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, c, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for k in tl.range(0, n, num_stages=3):
        tl.store(c + k * B + at, tl.zeros([B], tl.int32))
        tl.atomic_add(c + k * B + at, 1)
        tl.store(y + k * B + at, tl.load(x + at))


@triton.jit
def wrong(x, y, c, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for k in tl.range(0, n, num_stages=3):
        tl.store(c + k * B + at, tl.zeros([B], tl.int32))
        i = tl.atomic_add(c + k * B + at, 1)
        tl.store(y + k * B + at, tl.load(x + tl.minimum(tl.maximum(i, 0), B - 1)))
