"""The second launch reads what the first launch writes, and nothing of the padding behind it."""
import torch
import triton
import triton.language as tl


@triton.jit
def half_written(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


@triton.jit
def add_one(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)


for n in (256, 300):
    x, twice, out = torch.rand(n), torch.empty(n + 16), torch.empty(n)
    half_written[(triton.cdiv(n, 64),)](x, twice, n, B=64)
    add_one[(triton.cdiv(n, 64),)](twice, out, n, B=64)
