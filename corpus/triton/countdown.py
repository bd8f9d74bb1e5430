"""A loop ends when a number has no bits left."""
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
    pid = tl.program_id(0)
    left = tl.load(x + pid) & 1023
    bits = 0
    while left > 0:
        bits += left & 1
        left = left >> 1
    tl.store(y + pid, bits)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    left = tl.load(x + pid) & 1023
    bits = 0
    while left > 0:
        bits += left & 1
        left = left >> 1
    tl.store(y + pid + left + 1, bits)
