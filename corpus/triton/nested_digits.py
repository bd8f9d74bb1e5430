"""A program's number has three digits, and the last one is a quotient of a quotient; wrong: two digits share a weight."""
# signature: y: *fp32, n: i32; T = 4
# contract: requires = n >= 0 and n <= 65536 and grid.y == 1 and grid.z == 1
# contract: buffer y : f32[cdiv(grid.x, 16) * cdiv(n, 64) * 512] uninit
# contract wrong: requires = n >= 0 and n <= 65536 and grid.x == 32 and grid.y == 1 and grid.z == 1
# contract wrong: buffer y : f32[cdiv(grid.x, 16) * cdiv(n, 64) * 512] uninit
# right => proved
# wrong => undefined race.block
import triton
import triton.language as tl


@triton.jit
def right(y, n, T: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    a, b, item = program % T, program // T % T, program // T // T
    tiles = tl.cdiv(n, 64)
    for i in range(tiles):
        at = (item * tiles + i) * 512 + b * 128 + a * 32 + tl.arange(0, 32)
        tl.store(y + at, tl.full([32], 1.0, tl.float32))


@triton.jit
def wrong(y, n, T: tl.constexpr):
    program = tl.program_id(0).to(tl.int64)
    a, b, item = program % T, program // T % T, program // T // T
    tiles = tl.cdiv(n, 64)
    for i in range(tiles):
        at = (item * tiles + i) * 512 + b * 96 + a * 32 + tl.arange(0, 32)
        tl.store(y + at, tl.full([32], 1.0, tl.float32))
