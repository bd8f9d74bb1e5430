"""Every second tile of a level is stored: the level is the width of a shift, and the last place of a tile an offset of 32 bits, so both have bounds. Wrong: a place behind the last."""
# signature: x: *fp32, y: *fp32, n: i32, level: i32; B = 64
# contract wrong: requires = n == 65 and level == 0 and grid.x == 1 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[4 * n]
# contract wrong: buffer y : f32[2] uninit
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, level, B: tl.constexpr):
    item = tl.program_id(0).to(tl.int64)
    for tile in range(tl.cdiv(n, B)):
        if tile & (1 << level):
            last = tl.minimum((tile + 1) * B, n) - 1
            tl.store(y + item * tl.cdiv(n, B) + tile, tl.load(x + item * n * 4 + last * 4))


@triton.jit
def wrong(x, y, n, level, B: tl.constexpr):
    item = tl.program_id(0).to(tl.int64)
    for tile in range(tl.cdiv(n, B)):
        if tile & (1 << level):
            last = tl.minimum((tile + 1) * B, n)
            tl.store(y + item * tl.cdiv(n, B) + tile, tl.load(x + item * n * 4 + last * 4))
