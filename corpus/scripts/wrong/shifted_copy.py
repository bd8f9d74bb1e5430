"""The elements, but for the last one of each launch."""
import torch
import triton
import triton.language as tl


@triton.jit
def shifted_copy(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n, other=0.0), mask=at < n - 1)


for n in (10, 300):
    x = torch.rand(n)
    out = torch.empty_like(x)
    shifted_copy[(triton.cdiv(n, 256),)](x, out, n, B=256)
