"""`tl.sqrt` takes a subnormal number for zero, although its exact root is a normal number; `tl.sqrt_rn` does not."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64
# contract: grid = (cdiv(n, 64))
# contract: buffer x : f32[n]
# contract: buffer y : f32[8]
# contract: contents x : value > 0 and value <= 64
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    root = tl.sqrt(tl.load(x + at, mask=at < n, other=1.0))
    bin = tl.ceil(tl.minimum(tl.maximum(root, 0.5), 8.0)).to(tl.int32) - 1
    tl.atomic_add(y + bin, 1.0, mask=at < n, sem="relaxed")


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    root = tl.sqrt(tl.load(x + at, mask=at < n, other=1.0))
    bin = tl.ceil(tl.minimum(tl.maximum(root, 0.0), 8.0)).to(tl.int32) - 1
    tl.atomic_add(y + bin, 1.0, mask=at < n, sem="relaxed")
