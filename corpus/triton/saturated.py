"""`float2int_rn` saturates, and gives 0 for NaN: the last element is within the table, the clamped one of a wide number too."""
# signature: x: *fp32, table: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = 1 <= n and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer table : f32[256]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def right(x, table, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    place = libdevice.float2int_rn(value) & 255
    tl.store(y + at, tl.load(table + place), mask=at < n)


@triton.jit
def wrong(x, table, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    place = libdevice.float2int_rn(value) & 511
    tl.store(y + at, tl.load(table + place), mask=at < n)
