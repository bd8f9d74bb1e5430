"""A program's number is decoded into a column of tiles and a chunk of rows, and rows of unknown length follow each other."""
# signature: x: *fp32, y: *fp32, n: i32; R = 64
# contract: requires = n >= 0 and grid.y >= 2 and grid.z == 1
# contract: buffer x : f32[(grid.y * n + 1) * 128]
# contract: buffer y : f32[(grid.y * n + 1) * 128] uninit
# right => proved
# wrong => undefined race.block
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, R: tl.constexpr):
    program, item = tl.program_id(0).to(tl.int64), tl.program_id(1).to(tl.int64)
    column, chunk = program % 4, program // 4
    at = item * n * 128 + chunk * R * 128 + column * 32 + tl.arange(0, 32)
    for i in range(R):
        here = chunk * R + i < n
        tl.store(y + at, tl.load(x + at, mask=here, other=0.0), mask=here)
        at += 128


@triton.jit
def wrong(x, y, n, R: tl.constexpr):
    program, item = tl.program_id(0).to(tl.int64), tl.program_id(1).to(tl.int64)
    column, chunk = program % 4, program // 4
    at = item * n * 128 + chunk * R * 128 + column * 32 + tl.arange(0, 32)
    for i in range(R):
        here = chunk * R + i <= n
        tl.store(y + at, tl.load(x + at, mask=here, other=0.0), mask=here)
        at += 128
