"""A store in place waits for the element that it is computed from, and for no other."""
# signature: x: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (cdiv(n, 128))
# contract: requires = n >= 128 and n % 128 == 0
# contract: buffer x : f32[n]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    to = at
    tl.store(x + to, tl.load(x + at) * 2.0)


@triton.jit
def wrong(x, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    to = tl.program_id(0) * B + B - 1 - tl.arange(0, B)
    tl.store(x + to, tl.load(x + at) * 2.0)
