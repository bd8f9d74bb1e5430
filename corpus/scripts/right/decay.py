"""Half of each element, in place: the launches pass one array for both pointers."""
import torch
import triton
import triton.language as tl


@triton.jit
def decay(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    values = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(out + at, values * 0.5, mask=at < n)


for n in (96, 320):
    x = torch.rand(n)
    decay[(triton.cdiv(n, 128),)](x, x, n, B=128)
