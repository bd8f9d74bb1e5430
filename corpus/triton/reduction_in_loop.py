"""The barrier of a reduction in a loop orders accesses only where the loop has an iteration."""
# signature: x: *fp32, out: *fp32, n: i32, m: i32; B = 1024
# warps: 4
# layouts
# contract: grid = (1)
# contract: requires = n >= 0 and n <= 100000 and m >= 0 and m <= 100000
# contract: buffer x : f32[max(n, m) + 1]
# contract: buffer out : f32[1]
# contract: align x : 16
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, out, n, m, B: tl.constexpr):
    first, total = tl.load(x), 0.0
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        total += tl.sum(tl.load(x + at, mask=at < n, other=0.0))
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        tl.store(x + at, total + at, mask=at < n)
    tl.store(out, first)


@triton.jit
def wrong(x, out, n, m, B: tl.constexpr):
    first, total = tl.load(x), 0.0
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        total += tl.sum(tl.load(x + at, mask=at < n, other=0.0))
    for start in range(0, m, B):
        at = start + tl.arange(0, B)
        tl.store(x + at, total + at, mask=at < m)
    tl.store(out, first)
