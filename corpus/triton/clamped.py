"""A picture is extended by copies of its last row and column, which an empty picture lacks. Wrong: the last column is the length."""
# signature: x: *fp32, y: *fp32, h: i32, w: i32, hx: i32, wx: i32, top: i32, left: i32, planes: i32, nx: i32, ny: i32, px: i32, py: i32, sx: i32, sy: i32, tx: i32, ty: i32; B = 32
# contract wrong: requires = h == 1 and w == 4 and hx == 1 and wx == 6 and top == 0 and left == 1 and planes == 1 and nx == 4 and ny == 6 and px == 4 and py == 6 and sx == 4 and sy == 6 and tx == 1 and ty == 1
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[4]
# contract wrong: buffer y : f32[6] uninit
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, h, w, hx, wx, top, left, planes, nx, ny, px, py, sx, sy, tx, ty, B: tl.constexpr):
    plane, item = tl.program_id(2) % planes, tl.program_id(2) // planes
    i = tl.program_id(1) * B + tl.arange(0, B)[:, None]
    j = tl.program_id(0) * B + tl.arange(0, B)[None, :]
    here = (i < hx) & (j < wx)
    row = tl.minimum(tl.maximum(i - top, 0), h - 1)
    column = tl.minimum(tl.maximum(j - left, 0), w - 1)
    tl.store(y + item * ny + plane * py + (i * sy + j * ty), tl.load(x + item * nx + plane * px + (row * sx + column * tx), mask=here, other=0.0), mask=here)


@triton.jit
def wrong(x, y, h, w, hx, wx, top, left, planes, nx, ny, px, py, sx, sy, tx, ty, B: tl.constexpr):
    plane, item = tl.program_id(2) % planes, tl.program_id(2) // planes
    i = tl.program_id(1) * B + tl.arange(0, B)[:, None]
    j = tl.program_id(0) * B + tl.arange(0, B)[None, :]
    here = (i < hx) & (j < wx)
    row = tl.minimum(tl.maximum(i - top, 0), h - 1)
    column = tl.minimum(tl.maximum(j - left, 0), w)
    tl.store(y + item * ny + plane * py + (i * sy + j * ty), tl.load(x + item * nx + plane * px + (row * sx + column * tx), mask=here, other=0.0), mask=here)
