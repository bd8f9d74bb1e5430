"""A program without a tile returns early."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (n + 1)
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f32[n * 128]
# contract: buffer y : f32[n * 128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    if pid >= n:
        return
    at = pid * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    if pid > n:
        return
    at = pid * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))
