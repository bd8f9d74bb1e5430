"""Row offsets of a four-dimensional tensor in 32 bits (fla-org/flash-linear-attention issue 1080).

The base of a head is `(batch * T * H + head) * K` elements. As 32-bit numbers, the product wraps for large batches, and the block reads
before the array. The repair computes the base in 64 bits.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(k, o, T, H, K, BT: tl.constexpr, BK: tl.constexpr):
    i_t, i_bh = tl.program_id(0), tl.program_id(1)
    base = (i_bh // H * T * H + i_bh % H) * K
    row = i_t * BT + tl.arange(0, BT)
    col = tl.arange(0, BK)
    live = (row < T)[:, None] & (col < K)[None, :]
    at = row.to(tl.int64)[:, None] * (H * K) + col[None, :]
    tl.store(o + base + at, tl.load(k + base + at, mask=live, other=0.0), mask=live)


# truth: right => launch proved
@triton.jit
def right(k, o, T, H, K, BT: tl.constexpr, BK: tl.constexpr):
    i_t, i_bh = tl.program_id(0), tl.program_id(1).to(tl.int64)
    base = (i_bh // H * T * H + i_bh % H) * K
    row = i_t * BT + tl.arange(0, BT)
    col = tl.arange(0, BK)
    live = (row < T)[:, None] & (col < K)[None, :]
    at = row.to(tl.int64)[:, None] * (H * K) + col[None, :]
    tl.store(o + base + at, tl.load(k + base + at, mask=live, other=0.0), mask=live)


def run(kernel, b, t, h, d):
    k, o = sample("f16", (b, t, h, d)), sample("f16", (b, t, h, d))
    kernel[(triton.cdiv(t, 64), b * h)](k, o, t, h, d, BT=64, BK=triton.next_power_of_2(d))


for kernel in (wrong, right):
    run(kernel, 2, 100, 4, 64)
    run(kernel, 4096, 576, 8, 128)
