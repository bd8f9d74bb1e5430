"""Two loops that meet in one buffer without a barrier (triton-lang/triton issue 9887).

The second loop reads elements that other threads of the program stored in the first one. `tl.debug_barrier` orders them.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch unproved
@triton.jit
def wrong(x, scratch, y, K, BLOCK: tl.constexpr):
    for k in range(0, K):
        at = k * BLOCK + tl.arange(0, BLOCK)
        tl.store(scratch + at, tl.load(x + at) * 2.0)
    for k in range(0, K):
        at = k * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + at, tl.load(scratch + K * BLOCK - 1 - at))


# truth: right => launch proved
@triton.jit
def right(x, scratch, y, K, BLOCK: tl.constexpr):
    for k in range(0, K):
        at = k * BLOCK + tl.arange(0, BLOCK)
        tl.store(scratch + at, tl.load(x + at) * 2.0)
    tl.debug_barrier()
    for k in range(0, K):
        at = k * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + at, tl.load(scratch + K * BLOCK - 1 - at))


for kernel in (wrong, right):
    for k in (4, 7):
        kernel[(1,)](sample("f32", k * 256), sample("f32", k * 256), sample("f32", k * 256), k, BLOCK=256)
