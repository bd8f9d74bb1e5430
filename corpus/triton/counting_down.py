"""Tiles from the last to the first, and a branch that chooses the array: the sizes are inferred. Wrong: one step too many."""
# signature: x: *fp32, y: *fp32, z: *fp32, n: i64; B = 64
# contract: align z : 4
# contract wrong: requires = n >= 1 and n <= 65536 and grid.x == 2 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[n]
# contract wrong: buffer y : f32[n]
# contract wrong: buffer z : f32[2 * n] uninit
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, z, n, B: tl.constexpr):
    program = tl.program_id(0)
    if program % 2 == 0:
        source = x + program // 2 * n
    else:
        source = y + program // 2 * n
    for tile in range(tl.cdiv(n, B) - 1, -1, -1):
        at = tile * B + tl.arange(0, B)
        here = at < n
        tl.store(z + program.to(tl.int64) * n + at, tl.load(source + at, mask=here, other=0.0), mask=here)


@triton.jit
def wrong(x, y, z, n, B: tl.constexpr):
    program = tl.program_id(0)
    if program % 2 == 0:
        source = x + program // 2 * n
    else:
        source = y + program // 2 * n
    for tile in range(tl.cdiv(n, B) - 1, -2, -1):
        at = tile * B + tl.arange(0, B)
        here = at < n
        tl.store(z + program.to(tl.int64) * n + at, tl.load(source + at, mask=here, other=0.0), mask=here)
