"""Failures are collected in a list, and their number is a grid."""
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


failures = [0]
for n in (16, 32):
    x, y = torch.rand(n), torch.empty(n)
    copy[(n,)](x, y)
    if not torch.equal(x, y):
        failures.append(n)
copy[(len(failures),)](torch.rand(1), torch.empty(1))
