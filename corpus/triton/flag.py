"""A released flag hands an element over; a relaxed one does not."""
# signature: x: *fp32, flag: *i32, y: *fp32; B = 128
# contract: grid = (1)
# contract: buffer x : f32[128]
# contract: buffer flag : i32[1]
# contract: buffer y : f32[1] uninit
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, flag, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at.to(tl.float32))
    tl.atomic_add(flag, 1, sem="acq_rel")
    tl.store(y, tl.load(x + 5))


@triton.jit
def wrong(x, flag, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at.to(tl.float32))
    tl.atomic_add(flag, 1, sem="relaxed")
    tl.store(y, tl.load(x + 5))
