"""The extremes of a descriptor with unsigned elements are unsigned."""
# signature: x: *u32, table: *fp32, y: *fp32; B = 64
# contract: grid = (1)
# contract: align x : 16
# contract: buffer x : i32[64]
# contract: contents x : value == -1
# contract: buffer table : f32[10]
# contract: buffer y : f32[64] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, table, y, B: tl.constexpr):
    rows = tl.make_tensor_descriptor(x, [B], [1], [B])
    at = tl.arange(0, B)
    rows.atomic_min([0], (at % 10).to(tl.uint32))
    tl.debug_barrier()
    tl.store(y + at, tl.load(table + tl.load(x + at)))


@triton.jit
def wrong(x, table, y, B: tl.constexpr):
    rows = tl.make_tensor_descriptor(x, [B], [1], [B])
    at = tl.arange(0, B)
    rows.atomic_max([0], (at % 10).to(tl.uint32))
    tl.debug_barrier()
    tl.store(y + at, tl.load(table + tl.load(x + at)))
