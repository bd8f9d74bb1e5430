"""The elements behind four free places, which the caller never reads."""
import torch
import triton
import triton.language as tl


@triton.jit
def shifted_copy(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + 4 + at, tl.load(x + at, mask=at < n), mask=at < n)


for n in (10, 300):
    x, out = torch.rand(n), torch.empty(n + 4)
    shifted_copy[(triton.cdiv(n, 256),)](x, out, n, B=256)
