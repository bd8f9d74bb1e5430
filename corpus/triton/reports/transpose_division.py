"""A division with a transposed copy, without bounds (NVlabs/COAT issue 19).

The launch rounds both extents up to whole tiles, and the kernel has no masks: a shape of 1536 by 1560 reads and writes outside.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(x, y, scale, M, N, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    col = tl.program_id(1) * BN + tl.arange(0, BN)
    value = tl.load(x + row[:, None] * N + col[None, :]) / scale
    tl.store(y + col[:, None] * M + row[None, :], tl.trans(value))


# truth: right => launch proved
@triton.jit
def right(x, y, scale, M, N, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    col = tl.program_id(1) * BN + tl.arange(0, BN)
    live = (row < M)[:, None] & (col < N)[None, :]
    value = tl.load(x + row[:, None] * N + col[None, :], mask=live, other=0.0) / scale
    tl.store(y + col[:, None] * M + row[None, :], tl.trans(value), mask=(col < N)[:, None] & (row < M)[None, :])


for kernel in (wrong, right):
    for m, n in ((128, 192), (1536, 1560)):
        x, y = sample("f32", (m, n)), sample("f32", (n, m))
        kernel[(triton.cdiv(m, 64), triton.cdiv(n, 64))](x, y, 3.0, m, n, BM=64, BN=64)
