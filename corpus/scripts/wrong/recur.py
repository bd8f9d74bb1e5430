"""A scan with two results. The factors depend on no element of `y`, so their store there may come before loads of `y`."""
import torch
import triton
import triton.language as tl


@triton.jit
def combine(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def recur(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    factor, sum = tl.associative_scan((tl.load(x + at), tl.load(y + at + 1)), 0, combine)
    tl.store(y + at, factor)
    tl.store(x + at, sum)


recur[(1,)](torch.rand(128), torch.rand(129), B=128)
