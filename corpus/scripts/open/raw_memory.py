"""The script copies a result by its address into an array of indices."""
import ctypes

import torch
import triton
import triton.language as tl


@triton.jit
def count(total):
    tl.store(total, 5)


@triton.jit
def copy(x, out):
    at = tl.program_id(0)
    tl.store(out + at, tl.load(x + at))


total = torch.full((1,), 4, dtype=torch.int32)
grid = torch.full((1,), 4, dtype=torch.int32)
count[(1,)](total)
ctypes.memmove(grid.data_ptr(), total.data_ptr(), 4)
copy[(grid.item(),)](torch.rand(4), torch.empty(4))
