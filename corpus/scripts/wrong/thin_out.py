"""Every element at a multiple of a step is to be kept, but all lanes store: several have one place."""
import torch
import triton
import triton.language as tl


@triton.jit
def thin_out(x, out, n, step, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    if step != 0:
        kept = at < n
        tl.store(out + at // step, tl.load(x + at, mask=kept), mask=kept)


for n, step in ((1000, 3), (700, 4)):
    thin_out[(triton.cdiv(n, 128),)](torch.rand(n), torch.zeros(triton.cdiv(n, step)), n, step, B=128)
