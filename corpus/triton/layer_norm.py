"""A row is read three times: for its mean, for its variance, and for its results."""
# signature: x: *fp16, y: *fp16, w: *fp16, b: *fp16, mean: *fp32, rstd: *fp32, stride: i32, n: i32, eps: fp32; B = 1024
# warps: 4
# contract: requires = grid.y == 1 and grid.z == 1
# contract: requires = n >= 1 and n <= 65536 and stride >= n and grid.x * stride <= 2147483647
# contract: buffer x : f16[grid.x * stride]
# contract: buffer y : f16[grid.x * stride] uninit
# contract: buffer w : f16[n]
# contract: buffer b : f16[n]
# contract: buffer mean : f32[grid.x] uninit
# contract: buffer rstd : f32[grid.x] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, w, b, mean, rstd, stride, n, eps, B: tl.constexpr):
    row = tl.program_id(0)
    x += row * stride
    y += row * stride
    total = tl.zeros([B], dtype=tl.float32)
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        total += tl.load(x + at, mask=at < n, other=0.0).to(tl.float32)
    middle = tl.sum(total, axis=0) / n
    squares = tl.zeros([B], dtype=tl.float32)
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        values = tl.load(x + at, mask=at < n, other=0.0).to(tl.float32)
        values = tl.where(at < n, values - middle, 0.0)
        squares += values * values
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    tl.store(mean + row, middle)
    tl.store(rstd + row, scale)
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        inside = at < n
        weights, bias = tl.load(w + at, mask=inside), tl.load(b + at, mask=inside)
        values = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
        tl.store(y + at, (values - middle) * scale * weights + bias, mask=inside)


@triton.jit
def wrong(x, y, w, b, mean, rstd, stride, n, eps, B: tl.constexpr):
    row = tl.program_id(0)
    x += row * stride
    y += row * stride
    total = tl.zeros([B], dtype=tl.float32)
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        total += tl.load(x + at, mask=at < n, other=0.0).to(tl.float32)
    middle = tl.sum(total, axis=0) / n
    tl.store(mean + row, middle)
    tl.store(rstd + row, eps)
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        inside = at < n
        weights, bias = tl.load(w + at, mask=inside), tl.load(b + at)
        values = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
        tl.store(y + at, (values - middle) * weights + bias, mask=inside)
