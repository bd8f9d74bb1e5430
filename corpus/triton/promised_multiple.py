"""`tl.multiple_of` is a promise: the code loads four elements at once where it relies on one."""
# signature: x: *fp32, starts: *i32, y: *fp32; B = 128
# contract: grid = (4)
# contract: buffer x : f32[1024]
# contract: buffer starts : i32[4]
# contract: contents starts : 0 <= value && value <= 512
# contract: buffer y : f32[512] uninit
# right => proved
# wrong => undefined assume.divisible
import triton
import triton.language as tl


@triton.jit
def right(x, starts, y, B: tl.constexpr):
    p = tl.program_id(0)
    start = tl.multiple_of(tl.load(starts + p) // 16 * 16, 16)
    lanes = tl.arange(0, B)
    tl.store(y + p * B + lanes, tl.load(x + start + lanes))


@triton.jit
def wrong(x, starts, y, B: tl.constexpr):
    p = tl.program_id(0)
    start = tl.multiple_of(tl.load(starts + p), 16)
    lanes = tl.arange(0, B)
    tl.store(y + p * B + lanes, tl.load(x + start + lanes))
