"""Every element moves by one place."""
import torch
import triton
import triton.language as tl


@triton.jit
def shifted(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n), mask=at < n)


for n in (1000, 700):
    x = torch.rand(n)
    shifted[(triton.cdiv(n - 1, 256),)](x[:-1], x[1:], n - 1, B=256)
