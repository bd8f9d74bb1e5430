"""Two halves of one buffer."""
import torch
import triton
import triton.language as tl


@triton.jit
def two_halves(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


for n in (200, 300):
    both = torch.rand(2 * n)
    two_halves[(triton.cdiv(n, 128),)](both[n:n + n], both[:n], n, B=128)
