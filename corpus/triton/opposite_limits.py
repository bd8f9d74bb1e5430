"""A clamp of NaN by opposite limits gives either limit: the code of sm_90 takes the sign from the number."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = 1 <= n and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    limited = tl.clamp(value, -0.5, 0.5)
    place = tl.where((value != value) & (limited > 0.5), n, at)
    tl.store(y + place, limited, mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    limited = tl.clamp(value, -0.5, 0.5)
    place = tl.where((value != value) & (limited > 0.0), n, at)
    tl.store(y + place, limited, mask=at < n)
