"""`tl.clamp` of NaN is a limit, or NaN with `propagate_nan`."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    value = tl.where(at % 3 == 0, float("nan"), value)
    limited = tl.clamp(value, -0.5, 0.5)
    kept = tl.clamp(value, -0.5, 0.5, propagate_nan=tl.PropagateNan.ALL)
    tl.store(y + at, tl.where(kept == kept, limited + kept, limited), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0)
    value = tl.where(at % 3 == 0, float("nan"), value)
    kept = tl.clamp(value, -0.5, 0.5, propagate_nan=tl.PropagateNan.ALL)
    tl.store(y + tl.where(kept == kept, at, n), value, mask=at < n)
