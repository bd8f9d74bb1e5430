"""A fill of more than 2**31 elements (triton-lang/triton issue 1058).

The number of elements is passed as 64 bits, but `program_id * BLOCK` has 32: the offset wraps to a negative number, which the mask accepts.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, 1.0, mask=at < n)


# truth: right => launch proved
@triton.jit
def right(out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, 1.0, mask=at < n)


for kernel in (wrong, right):
    for n in (327_680_000, 3_276_800_000):
        kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](sample("f16", n), n, BLOCK=1024)
