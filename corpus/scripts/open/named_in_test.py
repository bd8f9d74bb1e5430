"""A result of a launch gets a name in the test of a branch that only prints. The name is a grid."""
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
count[(1,)](total)
if (blocks := total.item()) != 4:
    print("total:", blocks)
copy[(blocks,)](torch.rand(4), torch.empty(4))
