"""New rows go to slots of a cache, each to its own. The cache is created empty: nobody reads the other rows."""
import torch
import triton
import triton.language as tl


@triton.jit
def fill_slots(rows, slots, cache, D, B: tl.constexpr):
    row = tl.program_id(0)
    slot = tl.load(slots + row)
    at = tl.arange(0, B)
    tl.store(cache + slot * D + at, tl.load(rows + row * D + at, mask=at < D), mask=at < D)


for n, D in ((7, 48), (12, 40)):
    slots = torch.arange(n, dtype=torch.int64) * 37 % 100
    fill_slots[(n,)](torch.rand(n, D), slots, torch.empty(100, D), D, B=64)
