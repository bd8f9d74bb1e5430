"""The sum of two vectors, of which the last tile is masked."""
# signature: x: *fp32, y: *fp32, z: *fp32, n: i32; B = 1024
# warps: 4
# contract: grid = (cdiv(n, 1024))
# contract: requires = n >= 1
# contract: buffer x : f32[n]
# contract: buffer y : f32[n]
# contract: buffer z : f32[n] uninit
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1 and n == 1000
# contract wrong: buffer x : f32[1000]
# contract wrong: buffer y : f32[1000]
# contract wrong: buffer z : f32[1000] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, z, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    tl.store(z + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def wrong(x, y, z, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    inside = at < n
    tl.store(z + at, tl.load(x + at, mask=inside) + tl.load(y + at), mask=inside)
