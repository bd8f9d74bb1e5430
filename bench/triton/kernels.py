"""Kernels in Triton that do what kernels of the corpus do, with one launch each, for triton-viz's sanitizer.

`launches()` has by the corpus's name of each the launch of its equivalent: a function without arguments. The sizes are
not multiples of the tile, except where the kernel of the corpus needs them to be.
"""

import torch
import triton
import triton.language as tl
import triton_viz
from triton_viz.clients import Sanitizer

SANITIZER = Sanitizer(abort_on_error=False)


def traced(kernel):
    """The kernel under the sanitizer, which reports instead of ending the process."""
    return triton_viz.trace(client=SANITIZER)(triton.jit(kernel))


@traced
def vector_add(a, b, o, n, T: tl.constexpr):
    at = tl.program_id(0) * T + tl.arange(0, T)
    tl.store(o + at, tl.load(a + at) + tl.load(b + at))


@traced
def vector_add_masked(a, b, o, n, T: tl.constexpr):
    at = tl.program_id(0) * T + tl.arange(0, T)
    live = at < n
    tl.store(o + at, tl.load(a + at, live, other=0.0) + tl.load(b + at, live, other=0.0), live)


@traced
def view2d_dynamic(a, o, m, n, R: tl.constexpr, C: tl.constexpr):
    row = tl.program_id(0) * R + tl.arange(0, R)
    col = tl.program_id(1) * C + tl.arange(0, C)
    at = row[:, None] * n + col[None, :]
    live = (row[:, None] < m) & (col[None, :] < n)
    tl.store(o + at, tl.load(a + at, live, other=0.0), live)


@traced
def transpose_64(x, y, m, n, T: tl.constexpr):
    row = tl.program_id(0) * T + tl.arange(0, T)
    col = tl.program_id(1) * T + tl.arange(0, T)
    live = (row[:, None] < m) & (col[None, :] < n)
    tile = tl.load(x + row[:, None] * n + col[None, :], live, other=0.0)
    tl.store(y + col[:, None] * m + row[None, :], tl.trans(tile), tl.trans(live))


@traced
def row_sum(x, o, rows, cols, T: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((T,), tl.float32)
    for k in range(0, tl.cdiv(cols, T)):
        col = k * T + tl.arange(0, T)
        total += tl.load(x + row * cols + col, col < cols, other=0.0)
    tl.store(o + row, tl.sum(total))


@traced
def gather_rows(table, index, out, n, size, T: tl.constexpr):
    at = tl.program_id(0) * T + tl.arange(0, T)
    live = at < n
    row = tl.load(index + at, live, other=0)
    tl.store(out + at, tl.load(table + row, live, other=0.0), live)


@traced
def loop_step(a, o, n, T: tl.constexpr):
    total = tl.zeros((T,), tl.float32)
    for k in range(tl.program_id(0), n // T, tl.num_programs(0)):
        total += tl.load(a + k * T + tl.arange(0, T))
    tl.store(o + tl.arange(0, T), total)


def floats(*shape):
    return torch.rand(shape)


def launches():
    n, m, cols = 1_000_000, 1000, 5000
    a, b, o = floats(n), floats(n), floats(n)
    whole = n // 1024 * 1024
    square, turned = floats(m, m), floats(m, m)
    rows, sums = floats(m, cols), floats(m)
    few = 10_000
    index = torch.randint(0, few, (few,), dtype=torch.int32)
    return {
        "vector_add": lambda: vector_add[(whole // 1024,)](a, b, o, whole, 1024),
        "vector_add_masked": lambda: vector_add_masked[(triton.cdiv(n, 2048),)](a, b, o, n, 2048),
        "view2d_dynamic": lambda: view2d_dynamic[(triton.cdiv(m, 16), triton.cdiv(m, 32))](square, turned, m, m, 16, 32),
        "transpose_64": lambda: transpose_64[(triton.cdiv(m, 64), triton.cdiv(m, 64))](square, turned, m, m, 64),
        "row_sum": lambda: row_sum[(m,)](rows, sums, m, cols, 2048),
        "gather_rows": lambda: gather_rows[(triton.cdiv(few, 1024),)](a, index, o, few, n, 1024),
        "loop_step": lambda: loop_step[(1,)](a, o, few, 16),
        # Launches that are wrong: a block behind the arrays, and two blocks that store one tile.
        "vector_add, a block too many": lambda: vector_add[(whole // 1024 + 1,)](a, b, o, whole, 1024),
        "loop_step, two blocks": lambda: loop_step[(2,)](a, o, few, 16),
    }
