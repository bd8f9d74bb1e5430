"""Nothing is said about a product of matrices with strides: sizes are inferred from the mask that shrinks with each step, and the number
of programs from the groups. Wrong: the mask keeps one column too many."""
# signature: a: *fp16, b: *fp16, c: *fp16, m: i32, n: i32, k: i32, am: i32, ak: i32, bk: i32, bn: i32, cm: i32, cn: i32; M = 64, N = 64, K = 32, G = 4
# contract: align a : 2
# contract wrong: requires = m >= 1 and n >= 1 and k >= 1 and m <= 32768 and n <= 32768 and k <= 32768 and grid.y == 1 and grid.z == 1
# contract wrong: requires = am == k and ak == 1 and bk == n and bn == 1 and cm == n and cn == 1 and grid.x <= cdiv(m, 64) * cdiv(n, 64)
# contract wrong: buffer a : f16[m * k]
# contract wrong: buffer b : f16[k * n]
# contract wrong: buffer c : f16[m * n] uninit
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(a, b, c, m, n, k, am, ak, bk, bn, cm, cn, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, G: tl.constexpr):
    program, down, across = tl.program_id(0), tl.cdiv(m, M), tl.cdiv(n, N)
    first = program // (G * across) * G
    height = min(down - first, G)
    row, column = first + program % (G * across) % height, program % (G * across) // height
    rows, columns, depth = row * M + tl.arange(0, M), column * N + tl.arange(0, N), tl.arange(0, K)
    left = a + (rows % m)[:, None] * am + depth[None, :] * ak
    right_side = b + depth[:, None] * bk + (columns % n)[None, :] * bn
    total = tl.zeros([M, N], tl.float32)
    for step in range(tl.cdiv(k, K)):
        x = tl.load(left, mask=depth[None, :] < k - step * K, other=0.0)
        y = tl.load(right_side, mask=depth[:, None] < k - step * K, other=0.0)
        total = tl.dot(x, y, total)
        left += K * ak
        right_side += K * bk
    inside = (rows < m)[:, None] & (columns < n)[None, :]
    tl.store(c + rows[:, None] * cm + columns[None, :] * cn, total.to(tl.float16), mask=inside)


@triton.jit
def wrong(a, b, c, m, n, k, am, ak, bk, bn, cm, cn, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, G: tl.constexpr):
    program, down, across = tl.program_id(0), tl.cdiv(m, M), tl.cdiv(n, N)
    first = program // (G * across) * G
    height = min(down - first, G)
    row, column = first + program % (G * across) % height, program % (G * across) // height
    rows, columns, depth = row * M + tl.arange(0, M), column * N + tl.arange(0, N), tl.arange(0, K)
    left = a + (rows % m)[:, None] * am + depth[None, :] * ak
    right_side = b + depth[:, None] * bk + (columns % n)[None, :] * bn
    total = tl.zeros([M, N], tl.float32)
    for step in range(tl.cdiv(k, K)):
        x = tl.load(left, mask=depth[None, :] <= k - step * K, other=0.0)
        y = tl.load(right_side, mask=depth[:, None] < k - step * K, other=0.0)
        total = tl.dot(x, y, total)
        left += K * ak
        right_side += K * bk
    inside = (rows < m)[:, None] & (columns < n)[None, :]
    tl.store(c + rows[:, None] * cm + columns[None, :] * cn, total.to(tl.float16), mask=inside)
