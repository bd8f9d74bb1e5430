"""An autotuned kernel that scales an array in place (triton-lang/triton issue 6547).

The tuner launches every configuration on the same array, so the array is scaled several times. `restore_value` puts it back.
"""
import triton
import triton.language as tl
from tileproof import sample

CONFIGS = [triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})]


# truth: wrong => kernel untuned x
@triton.autotune(configs=CONFIGS, key=["n"])
@triton.jit
def wrong(x, penalty, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < n, other=0.0) * penalty, mask=at < n)


# truth: right => launch proved
@triton.autotune(configs=CONFIGS, key=["n"], restore_value=["x"])
@triton.jit
def right(x, penalty, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < n, other=0.0) * penalty, mask=at < n)


for kernel in (wrong, right):
    for n in (1000, 77):
        kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](sample("f32", n), 0.5, n)
