"""A product of matrices is too large to run, and writes all of an array of `empty`. The next launch is proved under the condition that it does."""
import torch
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    sums = tl.zeros((M, N), dtype=tl.float32)
    for begin in range(0, k, K):
        inner = begin + tl.arange(0, K)
        x = tl.load(a + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        y = tl.load(b + inner[:, None] * n + columns[None, :], mask=(inner[:, None] < k) & (columns[None, :] < n), other=0.0)
        sums += tl.dot(x, y)
    tl.store(c + rows[:, None] * n + columns[None, :], sums, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def copy(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


n = 512
c = torch.empty(n, n)
product[(n // 64, n // 64)](torch.rand(n, n), torch.rand(n, n), c, n, n, n, M=64, N=64, K=32)
copy[(n * n // 1024,)](c, torch.empty(n, n), n * n, B=1024)
