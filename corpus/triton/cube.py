"""Nothing is said about a cube whose offsets have 32 bits: they wrap in lanes behind the end, which the mask leaves out. Wrong: the
mask keeps one row too many."""
# signature: x: *fp32, y: *fp32, m: i32, n: i32, k: i32; M = 8, N = 64
# contract wrong: requires = m >= 1 and n >= 1 and k >= 1 and m * n * k <= 2147483647
# contract wrong: requires = grid.x <= cdiv(m, 8) and grid.y <= k and grid.z == 1
# contract wrong: closed
# contract wrong: buffer x : f32[m * n * k]
# contract wrong: buffer y : f32[m * n * k] uninit
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, n, k, M: tl.constexpr, N: tl.constexpr):
    rows, layer = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1)
    for start in range(0, n, N):
        columns = start + tl.arange(0, N)
        at = rows[:, None] * n * k + columns[None, :] * k + layer
        mask = (rows < m)[:, None] & (columns < n)[None, :]
        tl.store(y + at, tl.load(x + at, mask=mask, other=0.0), mask=mask)


@triton.jit
def wrong(x, y, m, n, k, M: tl.constexpr, N: tl.constexpr):
    rows, layer = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1)
    for start in range(0, n, N):
        columns = start + tl.arange(0, N)
        at = rows[:, None] * n * k + columns[None, :] * k + layer
        mask = (rows <= m)[:, None] & (columns < n)[None, :]
        tl.store(y + at, tl.load(x + at, mask=mask, other=0.0), mask=mask)
