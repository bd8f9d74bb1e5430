"""A function that is not inlined is checked at each of its calls."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (n)
# contract: requires = n >= 1
# contract: buffer x : f32[n]
# contract: buffer y : f32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl

@triton.jit(noinline=True)
def doubled(x, at):
    return 2.0 * tl.load(x + at)


@triton.jit
def right(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    tl.store(y + pid, doubled(x, pid))


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    tl.store(y + pid, doubled(x, pid + 1))
