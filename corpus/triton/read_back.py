"""What a program has stored is read back by other threads: a barrier must stand between."""
# signature: x: *fp32, y: *fp32; B = 128
# contract: grid = (1)
# contract: buffer x : f32[128] uninit
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at.to(tl.float32))
    tl.debug_barrier()
    tl.store(y + at, tl.load(x + (B - 1 - at)))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(x + at, at.to(tl.float32))
    tl.store(y + at, tl.load(x + (B - 1 - at)))
