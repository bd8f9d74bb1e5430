"""Triton makes the loads of a pipelined loop ahead, past atomic updates and not past barriers."""
# signature: x: *fp32, c: *i32, n: i32; B = 128
# warps: 4
# layouts
# contract: grid = (1)
# contract: requires = n >= 0 and n <= 100000
# contract: buffer x : f32[(n + 1) * 128]
# contract: buffer c : i32[1]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, c, n, B: tl.constexpr):
    i = tl.arange(0, B)
    for j in tl.range(0, n, num_stages=3):
        tl.debug_barrier()
        a = tl.load(x + j * B + i)
        tl.store(x + (j + 1) * B + (B - 1 - i), a + 1)
        tl.atomic_add(c, 1)


@triton.jit
def wrong(x, c, n, B: tl.constexpr):
    i = tl.arange(0, B)
    for j in tl.range(0, n, num_stages=3):
        a = tl.load(x + j * B + i)
        tl.store(x + (j + 1) * B + (B - 1 - i), a + 1)
        tl.atomic_add(c, 1)
