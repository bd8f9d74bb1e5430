"""A masked load without `other`, in element-wise code (sgl-project/sglang issue 27074).

The report asks for `other`. Every use of the loaded lanes is a store with the same mask, so nothing undefined is kept: both are right.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: reported => launch proved
@triton.jit
def reported(out, x, cap, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, cap * tl.exp(value / cap), mask=at < n)


# truth: right => launch proved
@triton.jit
def right(out, x, cap, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(out + at, cap * tl.exp(value / cap), mask=at < n)


for kernel in (reported, right):
    for n in (1000, 77):
        kernel[(triton.cdiv(n, 128),)](sample("f32", n), sample("f32", n), 30.0, n, BLOCK=128)
