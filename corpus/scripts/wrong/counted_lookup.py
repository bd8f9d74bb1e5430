"""Numbers of classes begin at one, and the kernel takes them for rows: the last class is outside."""
import torch
import triton
import triton.language as tl


@triton.jit
def counted_lookup(table, classes, out, n, rows, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    number = tl.load(classes + at, mask=at < n, other=1)
    tl.store(out + at, tl.load(table + number, mask=at < n, other=0.0), mask=at < n)


for n, rows in ((1000, 50), (700, 60)):
    classes = torch.arange(n, dtype=torch.int32) % rows + 1
    counted_lookup[(triton.cdiv(n, 256),)](torch.rand(rows), classes, torch.empty(n), n, rows, B=256)
