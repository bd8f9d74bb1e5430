"""Rows of a state by slots, of which -1 is none. No argument has the number of rows."""
import torch
import triton
import triton.language as tl


@triton.jit
def state_slots(x, state, slots, dim, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.program_id(1) * B + tl.arange(0, B)
    slot = tl.load(slots + row)
    if slot != -1:
        tl.store(state + slot * dim + at, tl.load(x + row * dim + at, mask=at < dim), mask=at < dim)


for dim in (100, 300):
    slots = torch.tensor([3, -1, 0, -1, 7], dtype=torch.int32)
    state_slots[(5, triton.cdiv(dim, 128))](torch.rand(5, dim), torch.zeros(8, dim), slots, dim, B=128)
