"""A float that is no number of the index's type gives no index."""
# signature: x: *fp32, y: *fp32; B = 128
# contract: grid = (1)
# contract: buffer x : f32[128]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined undetermined.index
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    values = tl.load(x + at)
    values = tl.where((values >= 0.0) & (values < 128.0), values, 0.0)
    tl.store(y + at, tl.load(x + values.to(tl.int32)))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    values = tl.load(x + at)
    tl.store(y + at, tl.load(x + values.to(tl.int32)))
