"""A function that is not inlined has several results."""
# signature: x: *i32, y: *i32, n: i32; B = 64
# contract: grid = (n)
# contract: requires = n >= 1 and n <= 60000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit(noinline=True)
def parts(value):
    return value // 16, value % 16


@triton.jit
def right(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    great, small = parts(tl.load(x + pid))
    tl.store(y + pid, great * 3 + small)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    great, small = parts(pid)
    tl.store(y + pid, great * 3 + tl.load(x + pid + small))
