"""Masked loads without `other` that are summed (flagos-ai/FlagGems issue 3716, triton-lang/triton issue 10448).

Lanes behind the end of a row hold undefined values, and the sum reads all lanes. The repair pads with zeros.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined undetermined
@triton.jit
def wrong(dx, y, dy, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * stride
    col = tl.arange(0, BLOCK)
    live = col < n
    out = tl.load(y + row + col, mask=live)
    grad = tl.load(dy + row + col, mask=live)
    tl.store(dx + row + col, grad - tl.exp(out) * tl.sum(grad, 0), mask=live)


# truth: right => launch proved
@triton.jit
def right(dx, y, dy, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * stride
    col = tl.arange(0, BLOCK)
    live = col < n
    out = tl.load(y + row + col, mask=live, other=0.0)
    grad = tl.load(dy + row + col, mask=live, other=0.0)
    tl.store(dx + row + col, grad - tl.exp(out) * tl.sum(grad, 0), mask=live)


for kernel in (wrong, right):
    for rows, n in ((64, 1000), (7, 77)):
        dx, y, dy = (sample("f32", (rows, n)) for _ in range(3))
        kernel[(rows,)](dx, y, dy, n, n, BLOCK=triton.next_power_of_2(n))
