"""A loop over tiles masks the last of them."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for start in range(0, n, B):
        total += tl.load(x + start + at, mask=start + at < n, other=0.0)
    tl.store(y + at, total)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for start in range(0, n, B):
        total += tl.load(x + start + at)
    tl.store(y + at, total)
