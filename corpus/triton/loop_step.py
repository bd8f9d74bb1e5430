"""The step of a loop is positive."""
# signature: x: *fp32, y: *fp32, n: i32, step: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 1000
# contract: requires = step >= 1 and step <= 1000
# contract: buffer x : f32[n]
# contract: buffer y : f32[1] uninit
# contract wrong: grid = (1)
# contract wrong: requires = n >= 1 and n <= 1000
# contract wrong: requires = step >= 0 and step <= 1000
# contract wrong: buffer x : f32[n]
# contract wrong: buffer y : f32[1] uninit
# right => proved
# wrong => undefined loop.step
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, step, B: tl.constexpr):
    total = 0.0
    for at in range(0, n, step):
        total += tl.load(x + at)
    tl.store(y, total)


@triton.jit
def wrong(x, y, n, step, B: tl.constexpr):
    total = 0.0
    for at in range(0, n, step):
        total += tl.load(x + at)
    tl.store(y, total)
