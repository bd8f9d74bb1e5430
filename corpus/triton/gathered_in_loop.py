"""`tl.gather` in a loop goes through memory of the program, in order; it orders nothing else."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 1
# contract: buffer x : f32[128]
# contract: buffer y : f32[128]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    values = tl.load(x + at)
    for _ in range(n):
        values = tl.gather(values, B - 1 - at, 0)
    tl.store(y + at, values)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    values = tl.load(x + at)
    for _ in range(n):
        tl.store(y + at, values)
        values = tl.gather(values, B - 1 - at, 0)
        values += tl.load(y + B - 1 - at)
    tl.store(x + at, values)
