"""Elements are scattered by a permutation: no two of them go to one place."""
import torch
import triton
import triton.language as tl


@triton.jit
def permute(values, order, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    to = tl.load(order + at, mask=at < n, other=0)
    tl.store(out + to, tl.load(values + at, mask=at < n, other=0.0), mask=at < n)


for n in (500, 700):
    values = torch.rand(n)
    order = torch.arange(n, dtype=torch.int32).flip(0).contiguous()
    out = torch.empty_like(values)
    permute[(triton.cdiv(n, 256),)](values, order, out, n, B=256)
