"""Rows of a padded batch that no block writes (fla-org/flash-linear-attention pull request 892).

The output has `T` rows and the sequences end at `end`. The rows behind keep what `empty` left there. The repair writes zeros.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => kernel violated writes(o)
# tileproof: ensures = writes(o)
# tileproof: grid = (cdiv(T, BT))
# tileproof: requires = D <= BD, end <= T
# tileproof: array x : f32[T, D]
# tileproof: array o : f32[T, D]
@triton.jit
def wrong(x, o, T, D, end, BT: tl.constexpr, BD: tl.constexpr):
    row = tl.program_id(0) * BT + tl.arange(0, BT)
    col = tl.arange(0, BD)
    live = (row < end)[:, None] & (col < D)[None, :]
    at = row.to(tl.int64)[:, None] * D + col[None, :]
    tl.store(o + at, tl.load(x + at, mask=live, other=0.0), mask=live)


# truth: right => kernel proved
# tileproof: ensures = writes(o)
# tileproof: grid = (cdiv(T, BT))
# tileproof: requires = D <= BD, end <= T
# tileproof: array x : f32[T, D]
# tileproof: array o : f32[T, D]
@triton.jit
def right(x, o, T, D, end, BT: tl.constexpr, BD: tl.constexpr):
    row = tl.program_id(0) * BT + tl.arange(0, BT)
    col = tl.arange(0, BD)
    live = (row < T)[:, None] & (col < D)[None, :]
    at = row.to(tl.int64)[:, None] * D + col[None, :]
    tl.store(o + at, tl.load(x + at, mask=live & (row < end)[:, None], other=0.0), mask=live)


for kernel in (wrong, right):
    for t, d, end in ((100, 60, 90), (64, 64, 64)):
        kernel[lambda meta: (triton.cdiv(t, meta["BT"]),)](sample("f32", (t, d)), sample("f32", (t, d)), t, d, end, BT=16, BD=64)
