"""A number of a table for each byte. A byte is no negative number, so a table of 256 numbers has one for each."""
import torch
import triton
import triton.language as tl


@triton.jit
def byte_lookup(x, table, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    byte = tl.load(x + at, mask=at < n, other=0)
    tl.store(out + at, tl.load(table + byte, mask=at < n), mask=at < n)


for n in (1000, 700):
    x = (torch.arange(n) % 256).to(torch.uint8)
    byte_lookup[(triton.cdiv(n, 256),)](x, torch.rand(256), torch.empty(n), n, B=256)
