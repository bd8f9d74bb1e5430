"""A block stores a state for each chunk, and moves its pointer by the stride of chunks: the lanes of a state are nearest to each other.
Wrong: blocks begin a chunk apart, and each has several chunks."""
# signature: x: *fp32, chunks: i32, sh: i32, sc: i32, sd: i32; D = 64
# contract wrong: requires = chunks == 2 and sh == 128 and sc == 64 and sd == 1 and grid.x == 2 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[192] uninit
# right => conditional
# wrong => undefined race.block
import triton
import triton.language as tl


@triton.jit
def right(x, chunks, sh, sc, sd, D: tl.constexpr):
    at = x + tl.program_id(0).to(tl.int64) * sh + tl.arange(0, D) * sd
    for _ in range(0, chunks):
        tl.store(at, tl.full([D], 0.0, tl.float32))
        at += sc


@triton.jit
def wrong(x, chunks, sh, sc, sd, D: tl.constexpr):
    at = x + tl.program_id(0).to(tl.int64) * sc + tl.arange(0, D) * sd
    for _ in range(0, chunks):
        tl.store(at, tl.full([D], 0.0, tl.float32))
        at += sc
