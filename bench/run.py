#!/usr/bin/env python3
"""The interpreter beside Triton's, on a matrix product and a softmax, in one run.

    pip install triton==3.6.0 torch 'numpy<2.4'
    python3 bench/run.py

Runs `cargo bench -p interp --bench kernels`, then the same kernels of Triton with TRITON_INTERPRET=1, smaller ones since
it takes long: what counts is the time for one multiplication or element. Both are times on the processor.
"""

import os
import subprocess
import time

os.environ["TRITON_INTERPRET"] = "1"

import torch  # noqa: E402
import triton  # noqa: E402
import triton.language as tl  # noqa: E402

torch.set_num_threads(1)
SIDE, TILE, ROWS, COLUMNS = 256, 64, 64, 1024


@triton.jit
def matmul(a, b, c, n, T: tl.constexpr):
    row = tl.program_id(0) * T + tl.arange(0, T)
    col = tl.program_id(1) * T + tl.arange(0, T)
    acc = tl.zeros((T, T), tl.float32)
    for k in range(0, tl.cdiv(n, T)):
        at = k * T + tl.arange(0, T)
        left = tl.load(a + row[:, None] * n + at[None, :], (row[:, None] < n) & (at[None, :] < n), other=0.0)
        right = tl.load(b + at[:, None] * n + col[None, :], (at[:, None] < n) & (col[None, :] < n), other=0.0)
        acc = tl.dot(left, right, acc)
    tl.store(c + row[:, None] * n + col[None, :], acc, (row[:, None] < n) & (col[None, :] < n))


@triton.jit
def softmax(x, o, C: tl.constexpr):
    at = tl.program_id(0) * C + tl.arange(0, C)
    row = tl.load(x + at)
    powers = tl.exp(row - tl.max(row, axis=0))
    tl.store(o + at, powers / tl.sum(powers, axis=0))


def best(launch, steps, runs=3):
    """Nanoseconds of this process for a step, the least of some runs."""
    least = float("inf")
    for _ in range(runs):
        start = time.process_time()
        launch()
        least = min(least, time.process_time() - start)
    return least * 1e9 / steps


def main():
    bench = ["cargo", "bench", "-q", "-p", "interp", "--bench", "kernels"]
    print(subprocess.run(bench, capture_output=True, text=True, check=True).stdout.strip())
    a, b, c = (torch.randn(SIDE, SIDE) for _ in range(3))
    tiles = triton.cdiv(SIDE, TILE)
    print(f"triton matmul  {best(lambda: matmul[(tiles, tiles)](a, b, c, SIDE, TILE), SIDE**3):8.4f} ns")
    x, o = torch.randn(ROWS, COLUMNS), torch.empty(ROWS, COLUMNS)
    print(f"triton softmax {best(lambda: softmax[(ROWS,)](x, o, COLUMNS), ROWS * COLUMNS):8.4f} ns")


main()
