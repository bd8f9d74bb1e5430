"""A conversion whose column mask is computed and not used (triton-lang/triton issue 1781).

With tiles of 1024 columns that divide the extent nothing happens; another tile size writes outside.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(x, y, rows, columns, XBLOCK: tl.constexpr, YBLOCK: tl.constexpr):
    row = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:, None]
    col = tl.program_id(1) * YBLOCK + tl.arange(0, YBLOCK)[None, :]
    value = tl.load(x + col + columns * row, row < rows)
    tl.store(y + row + rows * col, value, row < rows)


# truth: right => launch proved
@triton.jit
def right(x, y, rows, columns, XBLOCK: tl.constexpr, YBLOCK: tl.constexpr):
    row = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:, None]
    col = tl.program_id(1) * YBLOCK + tl.arange(0, YBLOCK)[None, :]
    live = (row < rows) & (col < columns)
    value = tl.load(x + col + columns * row, live)
    tl.store(y + row + rows * col, value, live)


for kernel in (wrong, right):
    for rows, columns in ((12, 2048), (12, 784)):
        x, y = sample("f16", (rows, columns)), sample("f16", (columns, rows))
        kernel[(triton.cdiv(rows, 4), triton.cdiv(columns, 256))](x, y, rows, columns, XBLOCK=4, YBLOCK=256)
