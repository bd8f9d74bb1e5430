"""An embedding whose gradient is added without atomic updates (two tokens of a batch may be equal).

Programs of different tokens read and write one row of the gradient. The repair adds atomically.
"""
import triton
import triton.language as tl
from tileproof import sample


# truth: wrong => kernel suspect race.
# tileproof: array grad : f32[vocabulary, D]
# tileproof: buffer tokens : i32[n]
# tileproof: array dout : f32[n, D]
# tileproof: grid = (n)
# tileproof: contents tokens : 0 <= value && value < vocabulary
@triton.jit
def wrong(grad, tokens, dout, n, vocabulary, D: tl.constexpr):
    pid = tl.program_id(0).to(tl.int64)
    token = tl.load(tokens + pid).to(tl.int64)
    col = tl.arange(0, D)
    old = tl.load(grad + token * D + col)
    tl.store(grad + token * D + col, old + tl.load(dout + pid * D + col))


# truth: right => kernel proved
# tileproof: array grad : f32[vocabulary, D]
# tileproof: buffer tokens : i32[n]
# tileproof: array dout : f32[n, D]
# tileproof: grid = (n)
# tileproof: contents tokens : 0 <= value && value < vocabulary
@triton.jit
def right(grad, tokens, dout, n, vocabulary, D: tl.constexpr):
    pid = tl.program_id(0).to(tl.int64)
    token = tl.load(tokens + pid).to(tl.int64)
    col = tl.arange(0, D)
    tl.atomic_add(grad + token * D + col, tl.load(dout + pid * D + col))


for kernel in (wrong, right):
    for n, vocabulary in ((16, 100), (30, 50)):
        kernel[(n,)](sample("f32", (vocabulary, 64)), sample("i32", n), sample("f32", (n, 64)), n, vocabulary, D=64)
