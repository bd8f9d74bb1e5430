"""A flattened nest of loops is one loop, whose pipeline moves what stands around the inner loop."""
# signature: x: *fp32, p: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 1000
# contract: buffer x : f32[128 * n * n]
# contract: buffer p : f32[n]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, p, n, B: tl.constexpr):
    for t in tl.range(0, n, flatten=True):
        for k in tl.range(0, n, num_stages=2):
            tl.store(p + t, tl.sum(tl.load(x + (t * n + k) * B + tl.arange(0, B))))


@triton.jit
def wrong(x, p, n, B: tl.constexpr):
    for t in tl.range(0, n, flatten=True):
        tl.store(p + t, -1.0)
        for k in tl.range(0, n, num_stages=2):
            tl.store(p + t, tl.sum(tl.load(x + (t * n + k) * B + tl.arange(0, B))))
