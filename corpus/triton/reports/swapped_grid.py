"""A grid with more than 65,535 blocks along y (CUDA's limit; reported for many kernels that put tokens there).

The launch itself is refused by CUDA. The repair puts the tokens along x.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch refused
@triton.jit
def wrong(x, o, D: tl.constexpr):
    at = tl.program_id(1).to(tl.int64) * D + tl.arange(0, D)
    tl.store(o + at, tl.load(x + at) * 2.0)


# truth: right => launch proved
@triton.jit
def right(x, o, D: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * D + tl.arange(0, D)
    tl.store(o + at, tl.load(x + at) * 2.0)


tokens = 70000
wrong[(1, tokens)](sample("f32", (tokens, 64)), sample("f32", (tokens, 64)), D=64)
right[(tokens,)](sample("f32", (tokens, 64)), sample("f32", (tokens, 64)), D=64)
