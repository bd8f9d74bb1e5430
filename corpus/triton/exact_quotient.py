"""`/` of `f32` is `div.full.f32`, within two units in the last place: of a number below 4 the quotient by 4 can be 1."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: buffer x : f32[n]
# contract: buffer y : f32[1]
# right => proved
# wrong => unknown
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.0)
    bin = tl.floor(tl.minimum(tl.maximum(v, 0.0), 3.9999) / 4.0).to(tl.int32)
    tl.atomic_add(y + bin, 1.0, mask=at < n, sem="relaxed")


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, mask=at < n, other=0.0)
    bin = tl.floor(tl.minimum(tl.maximum(v, 0.0), 3.9999998) / 4.0).to(tl.int32)
    tl.atomic_add(y + bin, 1.0, mask=at < n, sem="relaxed")
