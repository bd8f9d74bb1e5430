"""A copy of selected rows with 32-bit offsets (databricks/megablocks pull request 186).

The offset of a row is `row * NUM_COLUMNS` in 32 bits. From 524,288 rows of 4096 columns on, the product wraps.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined memory.bounds
@triton.jit
def wrong(a, b, COLUMNS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    col = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    live = col < COLUMNS
    tl.store(b + row * COLUMNS + col, tl.load(a + row * COLUMNS + col, mask=live, other=0.0), mask=live)


# truth: right => launch proved
@triton.jit
def right(a, b, COLUMNS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    col = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    live = col < COLUMNS
    tl.store(b + row * COLUMNS + col, tl.load(a + row * COLUMNS + col, mask=live, other=0.0), mask=live)


for kernel in (wrong, right):
    for rows in (1000, 600000):
        a, b = sample("bf16", (rows, 4096)), sample("bf16", (rows, 4096))
        kernel[(rows, 4)](a, b, COLUMNS=4096, BLOCK=1024)
