"""A product with an argument is no dependence: in the code for an argument of 1 the factor is 0, and the loads are not waited for."""
# signature: x: *i32, out: *i32, s: i32; B = 1024
# warps: 4
# layouts
# contract: grid = (1)
# contract: buffer x : i32[1024]
# contract: buffer out : i32[1024]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, out, s, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    tl.store(out + i, a)
    tl.store(x + (B - 1 - i), tl.sum(a) + s)


@triton.jit
def wrong(x, out, s, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    tl.store(out + i, a)
    tl.store(x + (B - 1 - i), tl.sum(a) * (s - 1) + i)
