"""Since 3.6, a descriptor of integers says whether they are signed."""
# signature: x: *i32, table: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000
# contract: align x : 16
# contract: buffer x : i32[n]
# contract: contents x : 0 <= value and value < 10
# contract: buffer table : f32[10]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, table, y, n, B: tl.constexpr):
    first = tl.program_id(0) * B
    rows = tl.make_tensor_descriptor(x, [n], [1], [B])
    at = first + tl.arange(0, B)
    tl.store(y + at, tl.load(table + rows.load([first])), mask=at < n)


@triton.jit
def wrong(x, table, y, n, B: tl.constexpr):
    first = tl.program_id(0) * B
    rows = tl.make_tensor_descriptor(x, [n], [1], [B])
    at = first + tl.arange(0, B)
    tl.store(y + at, tl.load(table + rows.load([first]) + 1), mask=at < n)
