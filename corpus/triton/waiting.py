"""A kernel that waits for the launch before, and lets the next launch begin."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (cdiv(n, 128))
# contract: requires = 1 <= n and n <= 1000000
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.extra.cuda.gdc_wait()
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.extra.cuda.gdc_launch_dependents()
    tl.store(y + at, libdevice.mul_rn(value, value), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.extra.cuda.gdc_wait()
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.extra.cuda.gdc_launch_dependents()
    tl.store(y + at, libdevice.mul_rn(value, value))
