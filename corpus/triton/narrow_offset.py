"""An offset in 16 bits wraps."""
# signature: x: *fp32, y: *fp32; B = 128
# contract: grid = (512)
# contract: buffer x : f32[65536]
# contract: buffer y : f32[65536] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(y + at, tl.load(x + at.to(tl.int16)))
