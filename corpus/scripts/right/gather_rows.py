"""Rows of a table by their numbers, as in an embedding: the launches show that each number is below the number of rows."""
import torch
import triton
import triton.language as tl


@triton.jit
def gather_rows(ids, table, out, rows, cols, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    inside = at < cols
    source = tl.load(ids + row)
    values = tl.load(table + source * cols + at, mask=inside, other=0.0)
    tl.store(out + row * cols + at, values, mask=inside)


for count, rows, cols in ((5, 40, 100), (12, 70, 60)):
    ids = torch.arange(count, dtype=torch.int32) * 7 % rows
    table = torch.rand(rows, cols)
    out = torch.empty(count, cols)
    gather_rows[(count,)](ids, table, out, rows, cols, B=128)
