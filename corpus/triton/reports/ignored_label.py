"""A label of -100 that is used as an index (linkedin/Liger-Kernel, cross entropy with `ignore_index`).

Frameworks mark positions without a label by -100. The kernel reads `row[label]` before the label is compared.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => kernel undefined memory.bounds but unknown: no launch is replayed
# tileproof: array logits : f32[rows, n]
# tileproof: buffer labels : i64[rows]
# tileproof: buffer loss : f32[rows]
# tileproof: grid = (rows)
# tileproof: contents labels : value == -100 || 0 <= value && value < n
@triton.jit
def wrong(logits, labels, loss, rows, n):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(labels + row)
    value = tl.load(logits + row * n + label)
    tl.store(loss + row, tl.where(label == -100, 0.0, value))


# truth: right => kernel proved
# tileproof: array logits : f32[rows, n]
# tileproof: buffer labels : i64[rows]
# tileproof: buffer loss : f32[rows]
# tileproof: grid = (rows)
# tileproof: contents labels : value == -100 || 0 <= value && value < n
@triton.jit
def right(logits, labels, loss, rows, n):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(labels + row)
    value = tl.load(logits + row * n + label, mask=label != -100, other=0.0)
    tl.store(loss + row, value)


for kernel in (wrong, right):
    for rows, n in ((16, 100), (3, 128)):
        kernel[(rows,)](sample("f32", (rows, n)), sample("i64", rows), sample("f32", rows), rows, n)
