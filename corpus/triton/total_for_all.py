"""A total in memory that one thread raises in every turn of a loop. Every thread may load it late, so no other lane may use it."""
# signature: total: *fp32, x: *fp32, n: i32; B = 128
# warps: 4
# contract: grid = (1)
# contract: requires = n >= 1, n <= 1000
# contract: buffer total : f32[1]
# contract: buffer x : f32[128 * n]
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(total, x, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for turn in range(n):
        place = x + turn * B + at
        value = tl.load(place)
        if turn % 2 == 0:
            tl.store(total, tl.load(total) + 1.0)
        tl.store(total, tl.load(total) + turn)
        tl.store(place, value + 1.0)


@triton.jit
def wrong(total, x, n, B: tl.constexpr):
    at = tl.arange(0, B)
    for turn in range(n):
        place = x + turn * B + at
        value = tl.load(place)
        before = tl.load(total)
        tl.store(total, before + turn)
        tl.store(place, value + before)
