"""A place of 16 bits wraps in lanes that the mask leaves out, and in no other lane. Wrong: the places of the other lanes wrap too."""
# signature: x: *fp32, y: *fp32, n: i32, s: i32; B = 1024
# contract: grid = (cdiv(n, 1024))
# contract: requires = n >= 1 and s >= 1 and n * s <= 32768
# contract: buffer x : f32[2 * n * s]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, s, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at < n
    place = at.to(tl.int16) * s.to(tl.int16)
    tl.store(y + at, tl.load(x + place, mask=mask, other=0.0), mask=mask)


@triton.jit
def wrong(x, y, n, s, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at < n
    place = (2 * at).to(tl.int16) * s.to(tl.int16)
    tl.store(y + at, tl.load(x + place, mask=mask, other=0.0), mask=mask)
