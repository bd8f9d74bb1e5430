"""Elements whose flag, of torch.bool, is set."""
import torch
import triton
import triton.language as tl


@triton.jit
def masked_by_flags(flags, x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    flag = tl.load(flags + at, mask=at < n, other=0)
    tl.store(y + at, tl.load(x + at, mask=flag, other=0.0), mask=at < n)


for n in (100, 300):
    x = torch.rand(n)
    y = torch.empty_like(x)
    masked_by_flags[(triton.cdiv(n, 128),)](x > 0.5, x, y, n, B=128)
