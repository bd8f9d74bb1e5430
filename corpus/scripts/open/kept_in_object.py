"""An object of the script keeps a result of a launch in a method called `write`. Its number is a grid."""
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


class Queue:
    def __init__(self):
        self.blocks = 0

    def write(self, more):
        self.blocks += more


queue = Queue()
total = torch.full((1,), 4, dtype=torch.int32)
count[(1,)](total)
queue.write(total.item())
copy[(queue.blocks,)](torch.rand(4), torch.empty(4))
