"""One thread raises a total in memory in every turn of a loop. With `num_stages`, the total is loaded turns ahead."""
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
    for turn in range(n):
        found = tl.sum(tl.load(x + turn * B + tl.arange(0, B)))
        tl.store(total, tl.load(total) + found)


@triton.jit
def wrong(total, x, n, B: tl.constexpr):
    for turn in tl.range(0, n, num_stages=3):
        found = tl.sum(tl.load(x + turn * B + tl.arange(0, B)))
        tl.store(total, tl.load(total) + found)
