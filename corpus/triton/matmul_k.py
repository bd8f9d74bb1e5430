"""The last tile along K is masked on both sides."""
# signature: a: *fp16, b: *fp16, c: *fp32, k: i32; B = 32
# contract: grid = (1)
# contract: requires = k >= 1 and k <= 1000
# contract: buffer a : f16[32 * k]
# contract: buffer b : f16[k * 32]
# contract: buffer c : f32[1024] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(a, b, c, k, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    total = tl.zeros((B, B), tl.float32)
    for start in range(0, k, B):
        inner = start + tl.arange(0, B)
        left = tl.load(a + i[:, None] * k + inner[None, :], mask=(inner < k)[None, :], other=0.0)
        right = tl.load(b + inner[:, None] * B + j[None, :], mask=(inner < k)[:, None], other=0.0)
        total = tl.dot(left, right, total)
    tl.store(c + i[:, None] * B + j[None, :], total)


@triton.jit
def wrong(a, b, c, k, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    total = tl.zeros((B, B), tl.float32)
    for start in range(0, k, B):
        inner = start + tl.arange(0, B)
        left = tl.load(a + i[:, None] * k + inner[None, :], mask=(inner < k)[None, :], other=0.0)
        right = tl.load(b + inner[:, None] * B + j[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + i[:, None] * B + j[None, :], total)
