"""Blocks count themselves. If they come in order, each store is inside of its array; in another order one is outside. A run in order proves nothing."""
import torch
import triton
import triton.language as tl


@triton.jit
def order(count, out, n):
    turn = tl.atomic_add(count, 1)
    a, b, c = 0, 0, 0
    for _ in range(3 * n):
        a, b, c = b, c, a + 1
    late = turn != tl.program_id(0)
    tl.store(out + tl.program_id(0) * n + a - 1 + late * n, 1.0)


order[(2,)](torch.zeros(1, dtype=torch.int32), torch.empty(2 * 4), 4)
