"""A load that a pipeline makes two iterations ahead has no layout here, although its own loop has it once."""
# signature: x: *fp32, y: *i8, out: *fp32, n: i32; B = 128
# warps: 4
# layouts
# contract: grid = (1)
# contract: requires = n >= 0 and n <= 100000
# contract: buffer x : f32[256]
# contract: buffer y : i8[(n + 1) * 128]
# contract: buffer out : f32[128]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for j in range(0, n):
        tl.store(y + (j + 1) * B + i, (i + j).to(tl.int8))
        at = tl.load(y + j * B + i)
        total += tl.load(x + 128 + at.to(tl.int32))
    tl.store(out + i, total)


@triton.jit
def wrong(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    for j in tl.range(0, n, num_stages=3):
        tl.store(y + (j + 1) * B + i, (i + j).to(tl.int8))
        at = tl.load(y + j * B + i)
        total += tl.load(x + 128 + at.to(tl.int32))
    tl.store(out + i, total)
