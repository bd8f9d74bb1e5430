"""A loss that is read back from the row that was just stored (triton-lang/triton issue 1097).

The label's element was stored by another thread. A barrier stands between in the repair.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch unproved
@triton.jit
def wrong(logits, probs, loss, n, label, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    col = tl.arange(0, BLOCK)
    value = tl.load(logits + row * n + col, mask=col < n, other=-float("inf"))
    value = value - tl.max(value, 0)
    tl.store(probs + row * n + col, tl.log(tl.sum(tl.exp(value), 0)) - value, mask=col < n)
    tl.store(loss + row, tl.load(probs + row * n + label))


# truth: right => launch proved
@triton.jit
def right(logits, probs, loss, n, label, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    col = tl.arange(0, BLOCK)
    value = tl.load(logits + row * n + col, mask=col < n, other=-float("inf"))
    value = value - tl.max(value, 0)
    tl.store(probs + row * n + col, tl.log(tl.sum(tl.exp(value), 0)) - value, mask=col < n)
    tl.debug_barrier()
    tl.store(loss + row, tl.load(probs + row * n + label))


for kernel in (wrong, right):
    for rows, n in ((16, 100), (3, 128)):
        kernel[(rows,)](sample("f32", (rows, n)), sample("f32", (rows, n)), sample("f32", rows), n, 5, BLOCK=128)
