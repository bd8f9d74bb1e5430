"""The count comes from a kernel, and its number of places is an index. The launch is not made, so that the count is unknown."""
import torch
import triton
import triton.language as tl


@triton.jit
def mark(kept, n, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(kept + at, at + 1, mask=at < n)


@triton.jit
def take(places, table, out, n, B: tl.constexpr):
    at = tl.arange(0, B)
    place = tl.load(places + at, mask=at < n, other=0)
    tl.store(out + at, tl.load(table + place, mask=at < n), mask=at < n)


n = 100
kept = torch.zeros(n, dtype=torch.int32)
mark[(1,)](kept, n, B=128)
count = torch.where(kept > 0)[0].numel()
take[(1,)](torch.full((n,), count, dtype=torch.int32), torch.rand(50), torch.empty(n), n, B=128)
