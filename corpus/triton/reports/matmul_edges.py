"""A matrix product without masks, as the tutorial had it (triton-lang/triton issue 770).

The product is right for extents that are multiples of the tile. Other extents read outside of both factors.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    col = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        at = k * BK + tl.arange(0, BK)
        acc += tl.dot(tl.load(a + row[:, None] * K + at[None, :]), tl.load(b + at[:, None] * N + col[None, :]))
    tl.store(c + row[:, None] * N + col[None, :], acc, mask=(row < M)[:, None] & (col < N)[None, :])


# truth: right => launch proved
@triton.jit
def right(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    col = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        at = k * BK + tl.arange(0, BK)
        x = tl.load(a + row[:, None] * K + at[None, :], mask=(row < M)[:, None] & (at < K)[None, :], other=0.0)
        y = tl.load(b + at[:, None] * N + col[None, :], mask=(at < K)[:, None] & (col < N)[None, :], other=0.0)
        acc += tl.dot(x, y)
    tl.store(c + row[:, None] * N + col[None, :], acc, mask=(row < M)[:, None] & (col < N)[None, :])


for kernel in (wrong, right):
    for m, n, k in ((64, 32, 96), (100, 50, 70)):
        a, b, c = sample("f16", (m, k)), sample("f16", (k, n)), sample("f32", (m, n))
        kernel[lambda meta: (triton.cdiv(m, meta["BM"]), triton.cdiv(n, meta["BN"]))](a, b, c, m, n, k, BM=32, BN=32, BK=32)
