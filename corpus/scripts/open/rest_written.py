"""The script writes the first element of an array of `empty`, and a launch the others. The next launch reads all four."""
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


x = torch.empty(4)
x[0] = 1
copy[(3,)](torch.rand(3), x[1:])
copy[(4,)](x, torch.empty(4))
