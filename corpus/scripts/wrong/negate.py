"""The negative of each element: the launches pass half of the number of elements."""
import torch
import triton
import triton.language as tl


@triton.jit
def negate(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    tl.store(out + at, -tl.load(x + at, mask=inside, other=0.0), mask=inside)


for n in (100, 300):
    x = torch.rand(n)
    out = torch.empty_like(x)
    negate[(triton.cdiv(n, 128),)](x, out, n // 2, B=128)
