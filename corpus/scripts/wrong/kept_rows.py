"""Rows of a cache at slots that are promised to differ, and the last row one element too far."""
import torch
import triton
import triton.language as tl


# tileproof: contents slots : distinct
@triton.jit
def kept_rows(rows, slots, cache, D: tl.constexpr):
    at = tl.program_id(0)
    slot = tl.load(slots + at)
    columns = tl.arange(0, D)
    tl.store(cache + slot * D + columns + 1, tl.load(rows + at * D + columns))


for chosen in ([5, 3, 60, 11, 12, 13, 2], [99, 8, 4]):
    slots = torch.tensor(chosen)
    kept_rows[(len(chosen),)](torch.rand(len(chosen), 32), slots, torch.zeros(100, 32), D=32)
