"""Each program norms one row of bf16, in f32, and keeps the scale of the row."""
# signature: y: *bf16, y_stride: i32, x: *bf16, x_stride: i32, w: *bf16, rstd: *fp32, n: i32, eps: fp32, offset: fp32; B = 4096
# warps: 8
# contract: requires = grid.y == 1 and grid.z == 1
# contract: requires = n >= 1 and n <= 4096 and x_stride >= n and y_stride >= n
# contract: requires = grid.x * x_stride <= 2147483647 and grid.x * y_stride <= 2147483647
# contract: buffer x : bf16[grid.x * x_stride]
# contract: buffer y : bf16[grid.x * y_stride] uninit
# contract: buffer w : bf16[n]
# contract: buffer rstd : f32[grid.x] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(y, y_stride, x, x_stride, w, rstd, n, eps, offset, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, B)
    inside = at < n
    values = tl.load(x + row * x_stride + at, mask=inside, other=0.0).to(tl.float32)
    weights = tl.load(w + at, mask=inside, other=0.0)
    scale = tl.rsqrt(tl.sum(values * values, axis=0) / n + eps)
    tl.store(rstd + row, scale)
    tl.store(y + row * y_stride + at, values * scale * (offset + weights.to(tl.float32)), mask=inside)


@triton.jit
def wrong(y, y_stride, x, x_stride, w, rstd, n, eps, offset, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, B)
    inside = at < n
    values = tl.load(x + row * x_stride + at, mask=inside, other=0.0).to(tl.float32)
    weights = tl.load(w + at)
    scale = tl.rsqrt(tl.sum(values * values, axis=0) / n + eps)
    tl.store(rstd + row, scale)
    tl.store(y + row * y_stride + at, values * scale * (offset + weights.to(tl.float32)), mask=inside)
