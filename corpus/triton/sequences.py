"""Sequences of several lengths one after the other: `ends` has the first place of each, and the end of the last one."""
# signature: x: *fp32, y: *fp32, ends: *i32; D = 64, B = 32
# contract: grid = (1000)
# contract: contents ends : ends[i] <= ends[i + 1]
# contract: contents ends : 0 <= value and value * 64 <= len(x) and value * 64 <= len(y)
# contract: buffer ends : i32[1001]
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, ends, D: tl.constexpr, B: tl.constexpr):
    first = tl.load(ends + tl.program_id(0)).to(tl.int64)
    count = tl.load(ends + tl.program_id(0) + 1).to(tl.int64) - first
    column = tl.arange(0, D)
    for start in range(0, count, B):
        row = start + tl.arange(0, B)
        at = (first + row)[:, None] * D + column[None, :]
        mask = (row < count)[:, None]
        tl.store(y + at, tl.load(x + at, mask=mask, other=0.0), mask=mask)


@triton.jit
def wrong(x, y, ends, D: tl.constexpr, B: tl.constexpr):
    first = tl.load(ends + tl.program_id(0)).to(tl.int64)
    count = tl.load(ends + tl.program_id(0) + 1).to(tl.int64) - first
    column = tl.arange(0, D)
    for start in range(0, count, B):
        row = start + tl.arange(0, B)
        at = (first + row)[:, None] * D + column[None, :]
        mask = (row <= count)[:, None]
        tl.store(y + at, tl.load(x + at, mask=mask, other=0.0), mask=mask)
