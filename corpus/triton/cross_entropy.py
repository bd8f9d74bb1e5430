"""The loss of a row and its gradient, which replaces the row behind a barrier."""
# signature: x: *bf16, x_stride: i32, y: *i64, loss: *fp32, n: i32, ignored: i32, scale: fp32; B = 32768
# warps: 32
# contract: requires = grid.y == 1 and grid.z == 1
# contract: requires = n >= 1 and n <= 1000000 and x_stride >= n
# contract: buffer x : bf16[grid.x * x_stride]
# contract: buffer y : i64[grid.x]
# contract: contents y : 0 <= value && value < n
# contract: buffer loss : f32[grid.x] uninit
# right => proved
# wrong => undefined race.token
import triton
import triton.language as tl


@triton.jit
def right(x, x_stride, y, loss, n, ignored, scale, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row * x_stride
    label = tl.load(y + row)
    if label == ignored:
        for start in range(0, n, B):
            at = start + tl.arange(0, B)
            tl.store(x + at, 0.0, mask=at < n)
        tl.store(loss + row, 0.0)
        return
    chosen = tl.load(x + label).to(tl.float32)
    most, total = float("-inf"), 0.0
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        values = tl.load(x + at, mask=at < n, other=float("-inf")).to(tl.float32)
        greatest = tl.maximum(most, tl.max(values))
        total = total * tl.exp(most - greatest) + tl.sum(tl.exp(values - greatest))
        most = greatest
    tl.debug_barrier()
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        values = tl.load(x + at, mask=at < n, other=float("-inf")).to(tl.float32)
        values = tl.exp(values - most) / total
        tl.store(x + at, tl.where(at != label, values, values - 1.0) * scale, mask=at < n)
    tl.store(loss + row, most + tl.log(total) - chosen)


@triton.jit
def wrong(x, x_stride, y, loss, n, ignored, scale, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x += row * x_stride
    label = tl.load(y + row)
    most, total = float("-inf"), 0.0
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        values = tl.load(x + at, mask=at < n, other=float("-inf")).to(tl.float32)
        greatest = tl.maximum(most, tl.max(values))
        total = total * tl.exp(most - greatest) + tl.sum(tl.exp(values - greatest))
        most = greatest
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        values = tl.load(x + at, mask=at < n, other=float("-inf")).to(tl.float32)
        values = tl.exp(values - most) / total
        tl.store(x + at, tl.where(at != label, values, values - 1.0) * scale, mask=at < n)
    chosen = tl.load(x + label).to(tl.float32)
    tl.store(loss + row, most + tl.log(total) - chosen)
