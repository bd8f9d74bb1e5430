"""Both branches of an `if` give a value to the same names."""
# signature: x: *i32, y: *i32, n: i32; B = 64
# contract: grid = (n)
# contract: requires = n >= 1 and n <= 60000
# contract: buffer x : i32[n]
# contract: buffer y : i32[n] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    value = tl.load(x + pid)
    if value > 3:
        if value > 100:
            place, kept = pid, value - 100
        else:
            place, kept = pid, -value
    else:
        place, kept = n - 1 - (n - 1 - pid), value * 2
    tl.store(y + place, kept)


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    pid = tl.program_id(0)
    value = tl.load(x + pid)
    if value > 3:
        place, kept = pid, value - 100
    else:
        place, kept = n - pid, value * 2
    tl.store(y + pid, tl.load(x + place) + kept)
