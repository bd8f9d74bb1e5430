"""Programs share tiles by steps of their number."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (4)
# contract: requires = n >= 1 and n <= 1000000
# contract: buffer y : f32[n * 128] uninit
# right => proved
# wrong => undefined race.block
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for tile in range(tl.program_id(0), n, tl.num_programs(0)):
        tl.store(y + tile * B + at, at.to(tl.float32))


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for tile in range(0, n, tl.num_programs(0)):
        tl.store(y + tile * B + at, at.to(tl.float32))
