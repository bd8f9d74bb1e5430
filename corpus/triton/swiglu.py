"""A row times the sigmoid-weighted linear unit of another row."""
# signature: a: *bf16, b: *bf16, c: *bf16, stride: i32, n: i32; B = 16384
# warps: 16
# contract: requires = grid.y == 1 and grid.z == 1
# contract: requires = n >= 1 and n <= 16384 and stride >= n
# contract: buffer a : bf16[grid.x * stride]
# contract: buffer b : bf16[grid.x * stride]
# contract: buffer c : bf16[grid.x * stride] uninit
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1 and n == 100 and stride == 100
# contract wrong: buffer a : bf16[100]
# contract wrong: buffer b : bf16[100]
# contract wrong: buffer c : bf16[100] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(a, b, c, stride, n, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * stride
    at = tl.arange(0, B)
    inside = at < n
    gate = tl.load(a + row + at, mask=inside, other=0.0).to(tl.float32)
    up = tl.load(b + row + at, mask=inside, other=0.0)
    tl.store(c + row + at, (gate * tl.sigmoid(gate)).to(tl.bfloat16) * up, mask=inside)


@triton.jit
def wrong(a, b, c, stride, n, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * stride
    at = tl.arange(0, B)
    inside = at < n
    gate = tl.load(a + row + at, mask=inside, other=0.0).to(tl.float32)
    up = tl.load(b + row + at, mask=inside, other=0.0)
    tl.store(c + row + at, (gate * tl.sigmoid(gate)).to(tl.bfloat16) * up)
