"""Each block takes the next tile: the last tile has no mask."""
import torch
import triton
import triton.language as tl


@triton.jit
def take_turns(x, out, turns, n, B: tl.constexpr):
    at = tl.atomic_add(turns, 1) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n) * 2.0)


for n in (1000, 300):
    x, turns = torch.rand(n), torch.zeros(1, dtype=torch.int32)
    take_turns[(triton.cdiv(n, 128),)](x, torch.zeros(n), turns, n, B=128)
