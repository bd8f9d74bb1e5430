"""A sort of keys, each with its place in the low bits: the places stay places of the row, through the whole network."""
# signature: x: *i32, w: *fp32, y: *fp32; B = 64
# contract: grid = (2)
# contract: buffer x : i32[128]
# contract: buffer w : f32[64]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, w, y, B: tl.constexpr):
    at = tl.arange(0, B)
    keys = tl.load(x + tl.program_id(0) * B + at)
    packed = (keys.to(tl.int64) << 32) | at.to(tl.int64)
    places = (tl.sort(packed) & 63).to(tl.int32)
    tl.store(y + tl.program_id(0) * B + at, tl.load(w + places))


@triton.jit
def wrong(x, w, y, B: tl.constexpr):
    at = tl.arange(0, B)
    keys = tl.load(x + tl.program_id(0) * B + at)
    packed = (keys.to(tl.int64) << 32) | at.to(tl.int64)
    places = (tl.sort(packed) & 63).to(tl.int32)
    tl.store(y + tl.program_id(0) * B + at, tl.load(w + places + 1))
