"""A product of matrices as three products of bf16."""
# signature: x: *fp32, y: *fp32; B = 16
# contract: grid = (1)
# contract: buffer x : f32[512]
# contract: contents x : value >= -8 and value <= 8
# contract: buffer y : f32[256] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    i, j, l = tl.arange(0, 16), tl.arange(0, 16), tl.arange(0, 32)
    a = tl.load(x + i[:, None] * 32 + l[None, :])
    b = tl.load(x + l[:, None] * 16 + j[None, :])
    tl.store(y + i[:, None] * 16 + j[None, :], tl.dot(a, b, input_precision="bf16x3"))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    i, j, l = tl.arange(0, 16), tl.arange(0, 16), tl.arange(0, 32)
    a = tl.load(x + i[:, None] * 32 + l[None, :])
    b = tl.load(x + l[:, None] * 16 + j[None, :])
    tl.store(y + i[:, None] * 17 + j[None, :], tl.dot(a, b, input_precision="bf16x3"))
