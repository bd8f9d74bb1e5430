"""An array of indices chooses rows. No argument says how many rows there are, so the length of the array does."""
# signature: rows: *i64, out: *fp32, x: *fp32, cols: i32, stride: i64; B = 128
# contract: requires = grid.x <= 1000000, grid.y == cdiv(cols, 128), grid.z == 1
# contract: requires = 1 <= cols and cols <= 1000, cols <= stride and stride <= 1000
# contract: contents rows : 0 <= value and value * stride + cols <= len(x)
# contract: buffer rows : i64[grid.x]
# contract: buffer out : f32[grid.x * cols] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(rows, out, x, cols, stride, B: tl.constexpr):
    row = tl.load(rows + tl.program_id(0))
    col = tl.program_id(1) * B + tl.arange(0, B)
    value = tl.load(x + row * stride + col, mask=col < cols, other=0.0)
    tl.store(out + tl.program_id(0) * cols + col, value, mask=col < cols)


@triton.jit
def wrong(rows, out, x, cols, stride, B: tl.constexpr):
    row = tl.load(rows + tl.program_id(0))
    col = tl.program_id(1) * B + tl.arange(0, B)
    value = tl.load(x + row * stride + col, mask=col <= cols, other=0.0)
    tl.store(out + tl.program_id(0) * cols + col, value, mask=col < cols)
