"""Tensors without memory, as a script with large shapes has them: two parts of one tensor overlap."""
import torch
import triton
import triton.language as tl


@triton.jit
def shapes_alone(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


for n in (1 << 20, 3000):
    both = torch.empty(n + 1, device="meta")
    x, out = both[:n], both[1:]
    shapes_alone[(triton.cdiv(n, 256),)](x, out, n, B=256)
