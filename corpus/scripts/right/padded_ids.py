"""Elements go to places of their own. The places are padded with the number of elements, which repeats, to whole tiles."""
import torch
import triton
import triton.language as tl


@triton.jit
def padded_ids(x, ids, out, count, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    place = tl.load(ids + at)
    tl.store(out + place, tl.load(x + at), mask=place < count)


for count in (100, 70):
    ids = torch.cat([torch.arange(count - 1, -1, -1), torch.full((128 - count,), count)]).int()
    padded_ids[(2,)](torch.rand(128), ids, torch.empty(count), count, B=64)
