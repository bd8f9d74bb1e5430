"""A product per expert that leaves the result of an expert without tokens unwritten (fanshiqing/grouped_gemm issue 36).

A block returns early when its expert has no rows, and the gradient keeps what was in memory. The repair stores zeros.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => kernel violated writes(o)
# tileproof: ensures = writes(o)
# tileproof: grid = (E)
# tileproof: buffer rows : i32[E]
# tileproof: array o : f32[E, D]
@triton.jit
def wrong(rows, o, E, D: tl.constexpr):
    expert = tl.program_id(0)
    count = tl.load(rows + expert)
    if count > 0:
        tl.store(o + expert.to(tl.int64) * D + tl.arange(0, D), tl.zeros((D,), tl.float32) + count.to(tl.float32))


# truth: right => kernel proved
# tileproof: ensures = writes(o)
# tileproof: grid = (E)
# tileproof: buffer rows : i32[E]
# tileproof: array o : f32[E, D]
@triton.jit
def right(rows, o, E, D: tl.constexpr):
    expert = tl.program_id(0)
    count = tl.load(rows + expert)
    tl.store(o + expert.to(tl.int64) * D + tl.arange(0, D), tl.zeros((D,), tl.float32) + count.to(tl.float32))


for kernel in (wrong, right):
    for experts in (8, 5):
        kernel[(experts,)](sample("i32", experts), sample("f32", (experts, 64)), experts, D=64)
