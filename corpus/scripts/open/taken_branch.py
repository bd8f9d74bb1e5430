"""A kernel sets a flag that the script branches on. The launch behind the branch is proved for one way only. Checks of results are no branch."""
import torch
import triton
import triton.language as tl


@triton.jit
def mark(flag):
    tl.store(flag, 1)


@triton.jit
def copy(x, out):
    at = tl.program_id(0)
    tl.store(out + at, tl.load(x + at))


flag = torch.zeros(1, dtype=torch.int32)
mark[(1,)](flag)
print("flag:", flag.item())
assert torch.equal(flag, torch.ones_like(flag))
if flag.max().item() > 7:
    raise ValueError("the flag is too large")
blocks = 5 if flag[0] == 1 else 4
copy[(blocks,)](torch.rand(4), torch.empty(4))
