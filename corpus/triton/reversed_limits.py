"""A clamp by opposite limits, the lower of which is above the other: the code of sm_90 gives the smaller magnitude, of either sign."""
# signature: x: *fp32, table: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = 1 <= n and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer table : f32[11]
# contract: buffer y : f32[n] uninit
# contract wrong: grid = (cdiv(n, 128))
# contract wrong: requires = 1 <= n and n <= 1000000
# contract wrong: buffer x : f32[n]
# contract wrong: buffer table : f32[1]
# contract wrong: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, table, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    limited = tl.clamp(value, -5.0, 5.0)
    tl.store(y + at, tl.load(table + limited.to(tl.int32) + 5), mask=at < n)


@triton.jit
def wrong(x, table, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    limited = tl.clamp(value, 5.0, -5.0)
    tl.store(y + at, tl.load(table + limited.to(tl.int32) + 5), mask=at < n)
