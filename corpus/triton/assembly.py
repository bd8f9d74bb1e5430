"""Assembly of a softplus, whose instructions count under a predicate, and a fast function of the circle."""
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
def softplus(x):
    return tl.inline_asm_elementwise(
        """{
        .reg .pred p;
        setp.gt.f32 p, $1, 20.;
        @p mov.f32 $0, $1;
        @!p mul.f32 $0, $1, 1.4426950408889634;
        @!p ex2.approx.ftz.f32 $0, $0;
        @!p add.f32 $0, $0, 1.0;
        @!p lg2.approx.ftz.f32 $0, $0;
        @!p mul.f32 $0, $0, 0.6931471805599453;
        }""",
        constraints="=r,r", args=[x], dtype=tl.float32, is_pure=True, pack=1)


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, softplus(value) + libdevice.fast_cosf(value), mask=at < n)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, softplus(value) + libdevice.fast_cosf(value))
