"""An array of NumPy shares the memory of a tensor. A launch writes the tensor, and the array is only compared and counted."""
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
view = total.numpy()
count[(1,)](total)
print("total:", view[0], view.sum() > 3)
copy[(len(view),)](torch.rand(1), torch.empty(1))
