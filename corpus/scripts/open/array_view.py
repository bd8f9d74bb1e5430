"""An array of NumPy shares the memory of a tensor. A launch writes the tensor, and an element of the array is a grid."""
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
copy[(int(view[0]),)](torch.rand(4), torch.empty(4))
