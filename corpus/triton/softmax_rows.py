"""Programs go from row to row of a softmax, each as far ahead as there are programs."""
# signature: y: *fp32, x: *fp32, x_stride: i32, y_stride: i32, rows: i32, n: i32; B = 1024
# warps: 4
# contract: requires = grid.y == 1 and grid.z == 1
# contract: requires = rows >= 1 and n >= 1 and n <= 1024 and x_stride >= n and y_stride >= n
# contract: requires = rows * x_stride <= 2147483647 and rows * y_stride <= 2147483647 and grid.x <= rows and rows <= 100000000
# contract: buffer x : f32[rows * x_stride]
# contract: buffer y : f32[rows * y_stride] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(y, x, x_stride, y_stride, rows, n, B: tl.constexpr):
    at = tl.arange(0, B)
    inside = at < n
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0)):
        values = tl.load(x + row * x_stride + at, mask=inside, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(y + row * y_stride + at, powers / tl.sum(powers, axis=0), mask=inside)


@triton.jit
def wrong(y, x, x_stride, y_stride, rows, n, B: tl.constexpr):
    at = tl.arange(0, B)
    inside = at < n
    for row in tl.range(tl.program_id(0), rows + 1, tl.num_programs(0)):
        values = tl.load(x + row * x_stride + at, mask=inside, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(y + row * y_stride + at, powers / tl.sum(powers, axis=0), mask=inside)
