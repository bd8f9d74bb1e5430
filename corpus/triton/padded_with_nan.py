"""A descriptor pads with zero unless it says NaN."""
# signature: x: *fp32, y: *fp32; B = 128
# contract: grid = (1)
# contract: align x : 16
# contract: buffer x : f32[128]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined undetermined.index
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    tensor = tl.make_tensor_descriptor(x, [B], [1], [B])
    outside = tensor.load([B]).to(tl.int32)
    tl.store(y + tl.arange(0, B) + outside, 1.0)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    tensor = tl.make_tensor_descriptor(x, [B], [1], [B], padding_option="nan")
    outside = tensor.load([B]).to(tl.int32)
    tl.store(y + tl.arange(0, B) + outside, 1.0)
