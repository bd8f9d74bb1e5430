"""Both arrays that a branch chooses from are long enough."""
# signature: x: *fp32, z: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 1
# contract: buffer x : f32[128]
# contract: buffer z : f32[64]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, z, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    if n > 100:
        values = tl.load(x + at)
    else:
        values = tl.load(z + at, mask=at < 64, other=0.0)
    tl.store(y + at, values)


@triton.jit
def wrong(x, z, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    if n > 100:
        values = tl.load(x + at)
    else:
        values = tl.load(z + at)
    tl.store(y + at, values)
