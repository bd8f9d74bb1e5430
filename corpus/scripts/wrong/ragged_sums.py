"""Sums of sequences of unequal lengths; the last part of a sequence is read without a mask."""
import torch
import triton
import triton.language as tl


@triton.jit
def ragged_sums(values, ends, sums, n, B: tl.constexpr):
    row = tl.program_id(0)
    first = tl.load(ends + row)
    end = tl.load(ends + row + 1)
    total = tl.zeros((B,), tl.float32)
    for start in range(first, end, B):
        at = start + tl.arange(0, B)
        total += tl.load(values + at)
    tl.store(sums + row, tl.sum(total, axis=0))


for n in (5, 7):
    ends = torch.arange(n + 1, dtype=torch.int32) * 30
    values, sums = torch.rand(30 * n), torch.empty(n)
    ragged_sums[(n,)](values, ends, sums, n, B=128)
