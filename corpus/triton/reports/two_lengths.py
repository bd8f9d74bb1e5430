"""One length for two arrays (triton-lang/triton issue 10336).

The mask is right for `values`. The view `bins` has fewer elements, with a stride of 2, and is read past its end.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(values, bins, out, n, STRIDE: tl.constexpr):
    at = tl.arange(0, 8)
    live = at < n
    value = tl.load(values + at, mask=live, other=0)
    bin = tl.load(bins + at * STRIDE, mask=live, other=-1)
    tl.store(out + at, value + bin, mask=live)


# truth: right => launch proved
@triton.jit
def right(values, bins, out, n, n_bins, STRIDE: tl.constexpr):
    at = tl.arange(0, 8)
    live = at < n
    value = tl.load(values + at, mask=live, other=0)
    bin = tl.load(bins + at * STRIDE, mask=live & (at < n_bins), other=-1)
    tl.store(out + at, value + bin, mask=live)


wrong[(1,)](sample("i32", 4), sample("i32", 5), sample("i32", 4), 4, STRIDE=2)
right[(1,)](sample("i32", 4), sample("i32", 5), sample("i32", 4), 4, 3, STRIDE=2)
