"""A release waits for no branch before it in the body of a pipelined loop: the pipeline moves the branch to the end."""
# signature: x: *fp32, p: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 100000
# contract: buffer x : f32[128 * n]
# contract: buffer p : f32[128]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, p, n, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(p + at, tl.zeros([B], tl.float32))
    for k in tl.range(0, n, num_stages=2):
        tl.atomic_add(p + at, tl.load(x + k * B + at))


@triton.jit
def wrong(x, p, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for k in tl.range(0, n, num_stages=2):
        if k == 0:
            tl.store(p + at, tl.zeros([B], tl.float32))
        tl.atomic_add(p + at, tl.load(x + k * B + at))
