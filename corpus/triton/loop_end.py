"""A counter that passes the greatest number begins again."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 200 and n <= 2147483520
# contract: buffer x : f32[256]
# contract: buffer y : f32[1] uninit
# contract wrong: grid = (1)
# contract wrong: requires = n >= 200
# contract wrong: buffer x : f32[256]
# contract wrong: buffer y : f32[1] uninit
# right => proved
# wrong => conditional
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    total = 0.0
    for at in range(n - 200, n, B):
        total += tl.load(x + (at - (n - 200)))
    tl.store(y, total)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    total = 0.0
    for at in range(n - 200, n, B):
        total += tl.load(x + (at - (n - 200)))
    tl.store(y, total)
