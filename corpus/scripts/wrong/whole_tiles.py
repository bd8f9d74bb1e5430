"""A copy without masks; the heuristic tests for a multiple of 16, and a tile has 128 elements."""
import torch
import triton
import triton.language as tl


@triton.heuristics({"EVEN": lambda a: a["n"] % 16 == 0})
@triton.jit
def whole_tiles(x, out, n, B: tl.constexpr, EVEN: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    if EVEN:
        tl.store(out + at, tl.load(x + at))
    else:
        tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


for n in (128, 256, 100, 144):
    whole_tiles[(triton.cdiv(n, 128),)](torch.rand(n), torch.empty(n), n, B=128)
