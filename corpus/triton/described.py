"""The strides of a descriptor are multiples of 16 bytes."""
# signature: x: *fp32, y: *fp32, m: i32, n: i32; B = 32
# contract: grid = (1)
# contract: requires = m >= 1 and m <= 1000 and n >= 4 and n <= 1000 and n % 4 == 0
# contract: align x : 16
# contract: buffer x : f32[m * n]
# contract: buffer y : f32[1024] uninit
# contract wrong: grid = (1)
# contract wrong: requires = m >= 1 and m <= 1000 and n >= 4 and n <= 1000
# contract wrong: align x : 16
# contract wrong: buffer x : f32[m * n]
# contract wrong: buffer y : f32[1024] uninit
# right => proved
# wrong => undefined assume.divisible
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, n, B: tl.constexpr):
    tensor = tl.make_tensor_descriptor(x, [m, n], [n, 1], [B, B])
    tile = tensor.load([0, 0])
    at = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]
    tl.store(y + at, tile)


@triton.jit
def wrong(x, y, m, n, B: tl.constexpr):
    tensor = tl.make_tensor_descriptor(x, [m, n], [n, 1], [B, B])
    tile = tensor.load([0, 0])
    at = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]
    tl.store(y + at, tile)
