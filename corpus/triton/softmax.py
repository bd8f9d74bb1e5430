"""The greatest element of a row needs a fill that loses against every number."""
# signature: x: *fp32, y: *fp32, n: i32, rows: i32; B = 128
# contract: grid = (rows)
# contract: requires = n >= 1 and n <= 128 and rows >= 1 and rows <= 1000000
# contract: buffer x : f32[rows * n]
# contract: buffer y : f32[rows * n] uninit
# right => proved
# wrong => undefined undetermined.stored
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, rows, B: tl.constexpr):
    row, at = tl.program_id(0) * n, tl.arange(0, B)
    values = tl.load(x + row + at, mask=at < n, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row + at, powers / tl.sum(powers, axis=0), mask=at < n)


@triton.jit
def wrong(x, y, n, rows, B: tl.constexpr):
    row, at = tl.program_id(0) * n, tl.arange(0, B)
    values = tl.load(x + row + at, mask=at < n)
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row + at, powers / tl.sum(powers, axis=0), mask=at < n)
