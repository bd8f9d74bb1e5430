"""Functions of libdevice beside formulas of theirs, and a clamp beside its two halves. composed.F.ttir is `compile_kernel` of scripts/triton/corpus.py."""
# signature: x: *fp32, y: *fp32, n: i32; F = 0, B = 128
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def composed(x, y, n, F: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    if F == 0:
        tl.store(y + at, libdevice.log1p(value), mask=at < n)
    if F == 1:
        tl.store(y + at, libdevice.log(value + 1.0), mask=at < n)
    if F == 2:
        tl.store(y + at, libdevice.erfc(value), mask=at < n)
    if F == 3:
        tl.store(y + at, 1.0 - libdevice.erf(value), mask=at < n)
    if F == 4:
        tl.store(y + at, tl.clamp(value, -1.0, 1.0), mask=at < n)
    if F == 5:
        tl.store(y + at, tl.minimum(tl.maximum(value, -1.0), 1.0), mask=at < n)
    if F == 6:
        tl.store(y + at, libdevice.expm1(value), mask=at < n)
    if F == 7:
        tl.store(y + at, libdevice.erf(value), mask=at < n)
