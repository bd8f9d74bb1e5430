"""A descriptor stores only what lies inside of the tensor."""
# signature: x: *fp32, y: *fp32, m: i32; B = 16
# contract: grid = (cdiv(m, 16))
# contract: requires = m >= 1 and m <= 1000
# contract: align x : 16
# contract: align y : 16
# contract: buffer x : f32[32 * m]
# contract: buffer y : f32[32 * m] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, B: tl.constexpr):
    row = tl.program_id(0) * B
    source = tl.make_tensor_descriptor(x, [m, 32], [32, 1], [B, 32])
    target = tl.make_tensor_descriptor(y, [m, 32], [32, 1], [B, 32])
    target.store([row, 0], source.load([row, 0]) * 2.0)


@triton.jit
def wrong(x, y, m, B: tl.constexpr):
    row = tl.program_id(0) * B
    source = tl.make_tensor_descriptor(x, [m, 32], [32, 1], [B, 32])
    target = tl.make_tensor_descriptor(y, [m + 1, 32], [32, 1], [B, 32])
    target.store([row, 0], source.load([row, 0]) * 2.0)
