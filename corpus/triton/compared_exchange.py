"""`tl.atomic_cas` stores where it finds the expected number."""
# signature: x: *i32, y: *i32, n: i32; B = 64
# contract: grid = (n)
# contract: requires = n >= 1 and n <= 60000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0)
    found = tl.atomic_cas(x + at, 3, 500)
    tl.store(y + at, found)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0)
    found = tl.atomic_cas(x + at, at, 500)
    tl.store(y + found, at)
