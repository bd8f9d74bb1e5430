"""Accesses with one layout give each lane to the same thread, whatever the values are computed from."""
# signature: x: *fp32, y: *fp32, n: i32; B = 1024
# warps: 4
# layouts
# contract: grid = (cdiv(n, 1024))
# contract: requires = n >= 1
# contract: buffer x : f32[n]
# contract: buffer y : f32[n]
# contract: align x : 16
# contract: align y : 16
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    a = tl.load(x + at, mask=at < n, other=0.0)
    b = tl.load(y + at, mask=at < n, other=0.0)
    tl.store(x + at, b, mask=at < n)
    tl.store(y + at, a, mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    back = tl.program_id(0) * B + B - 1 - tl.arange(0, B)
    a = tl.load(x + at, mask=at < n, other=0.0)
    b = tl.load(y + at, mask=at < n, other=0.0)
    tl.store(x + back, b, mask=back < n)
    tl.store(y + at, a, mask=at < n)
