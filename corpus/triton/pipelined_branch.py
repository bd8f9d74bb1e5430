"""Triton's pipeline of loads moves a branch to the end of the loop's body, so that its store of a scalar comes after a later store of the loop."""
# signature: x: *fp32, p: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 100000
# contract: buffer x : f32[128 * n]
# contract: buffer p : f32[1]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, p, n, B: tl.constexpr):
    tl.store(p, -1.0)
    for k in tl.range(0, n, num_stages=2):
        tl.store(p, tl.sum(tl.load(x + k * B + tl.arange(0, B))))
        tl.store(p, k * 1.0)


@triton.jit
def wrong(x, p, n, B: tl.constexpr):
    for k in tl.range(0, n, num_stages=2):
        if k == 0:
            tl.store(p, -1.0)
        tl.store(p, tl.sum(tl.load(x + k * B + tl.arange(0, B))))
