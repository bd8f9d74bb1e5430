"""An autotuned sum that is accumulated by atomic updates (triton-lang/triton issue 4217).

Every timing run adds to the same result. `reset_to_zero` starts each run from zero.
"""
import triton
import triton.language as tl
from tileproof import sample

CONFIGS = [triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})]


# truth: wrong => kernel untuned total
@triton.autotune(configs=CONFIGS, key=["n"])
@triton.jit
def wrong(x, total, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + at, mask=at < n, other=0.0), 0))


# truth: right => launch proved
@triton.autotune(configs=CONFIGS, key=["n"], reset_to_zero=["total"])
@triton.jit
def right(x, total, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + at, mask=at < n, other=0.0), 0))


for kernel in (wrong, right):
    for n in (1000, 77):
        kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](sample("f32", n), sample("f32", 1), n)
