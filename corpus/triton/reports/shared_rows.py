"""A loop in which every program writes the rows of all later ones (triton-lang/triton issue 8259).

Each program starts at its own id and goes to the end, so several programs store to one row and read it back. The repair strides by the
number of programs, and keeps the value in registers.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => launch undefined race.block
@triton.jit
def wrong(x, diff, rows, BLOCK: tl.constexpr):
    for row in tl.range(tl.program_id(0), rows):
        at = row.to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        value = (tl.arange(0, BLOCK) + row).to(tl.float32)
        tl.store(x + at, value)
        tl.store(diff + at, tl.load(x + at) - value)


# truth: right => launch proved
@triton.jit
def right(x, diff, rows, BLOCK: tl.constexpr):
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0)):
        at = row.to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        value = (tl.arange(0, BLOCK) + row).to(tl.float32)
        tl.store(x + at, value)
        tl.store(diff + at, value - value)


for kernel in (wrong, right):
    for rows in (64, 20):
        kernel[(16,)](sample("f32", (rows, 128)), sample("f32", (rows, 128)), rows, BLOCK=128)
