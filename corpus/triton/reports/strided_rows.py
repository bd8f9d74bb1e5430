"""A two-dimensional store whose row offset has 32 bits (triton-lang/triton issue 6748).

Rows and strides are 32-bit numbers, so `row * stride` wraps for a matrix of more than 2**31 elements.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(out, stride_m, stride_n, M, N, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    col = tl.program_id(1) * BN + tl.arange(0, BN)
    live = (row[:, None] < M) & (col[None, :] < N)
    tl.store(out + row[:, None] * stride_m + col[None, :] * stride_n, tl.zeros((BM, BN), tl.float32), mask=live)


# truth: right => launch proved
@triton.jit
def right(out, stride_m, stride_n, M, N, BM: tl.constexpr, BN: tl.constexpr):
    row = (tl.program_id(0) * BM + tl.arange(0, BM)).to(tl.int64)
    col = (tl.program_id(1) * BN + tl.arange(0, BN)).to(tl.int64)
    live = (row[:, None] < M) & (col[None, :] < N)
    tl.store(out + row[:, None] * stride_m + col[None, :] * stride_n, tl.zeros((BM, BN), tl.float32), mask=live)


for kernel in (wrong, right):
    for m, n in ((1000, 500), (33000, 129280)):
        out = sample("f32", (m, n))
        kernel[lambda meta: (triton.cdiv(m, meta["BM"]), triton.cdiv(n, meta["BN"]))](out, *out.strides, m, n, BM=32, BN=64)
