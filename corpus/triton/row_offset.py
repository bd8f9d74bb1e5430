"""The offset of a row in 32 bits overflows for large matrices."""
# signature: x: *fp32, y: *fp32, rows: i32, n: i32; B = 128
# contract: grid = (rows)
# contract: requires = n >= 1 and rows >= 1 and rows * n <= 4294967296
# contract: buffer x : f32[rows * n]
# contract: buffer y : f32[rows]
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, rows, n, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * n
    tl.store(y + tl.program_id(0), tl.load(x + row))


@triton.jit
def wrong(x, y, rows, n, B: tl.constexpr):
    row = tl.program_id(0) * n
    tl.store(y + tl.program_id(0), tl.load(x + row))
