"""A launch too large to run leaves a quarter of an array of `empty`, and the next launch reads all. It is proved under a condition, which is broken."""
import torch
import triton
import triton.language as tl


@triton.jit
def fill(out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, at, mask=at < n)


@triton.jit
def copy(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


n = 1 << 22
x = torch.empty(n, dtype=torch.int32)
fill[(3 * n // 4096,)](x, n, B=1024)
copy[(n // 1024,)](x, torch.empty(n, dtype=torch.int32), n, B=1024)
