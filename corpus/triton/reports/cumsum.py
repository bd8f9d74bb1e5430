"""A scan of masked lanes without `other` (flagos-ai/FlagGems issue 3716, its cumsum).

The sum of a block, which is stored for the next pass, includes the lanes behind the end of the array.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined undetermined
@triton.jit
def wrong(x, out, partial, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, tl.cumsum(value, 0), mask=at < n)
    tl.store(partial + pid, tl.sum(value, 0))


# truth: right => launch proved
@triton.jit
def right(x, out, partial, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(out + at, tl.cumsum(value, 0), mask=at < n)
    tl.store(partial + pid, tl.sum(value, 0))


for kernel in (wrong, right):
    for n in (1000, 77):
        blocks = triton.cdiv(n, 128)
        kernel[(blocks,)](sample("f32", n), sample("f32", n), sample("f32", blocks), n, BLOCK=128)
