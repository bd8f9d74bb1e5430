"""A lock whose holder reads the shared element before it has the lock (triton-lang/triton issue 1452).

The load stands before the loop that takes the lock, so two programs read the same count. The repair reads while it holds the lock.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => kernel suspect race.block
@triton.jit
def wrong(lock, count):
    value = tl.load(count)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(count, value + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


# truth: right => launch proved
@triton.jit
def right(lock, count):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    value = tl.load(count)
    tl.debug_barrier()
    tl.store(count, value + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


for kernel in (wrong, right):
    for blocks in (8, 3):
        kernel[(blocks,)](sample("i32", 1), sample("i32", 1))
