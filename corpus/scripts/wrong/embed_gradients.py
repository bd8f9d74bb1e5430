"""Gradients of rows by their numbers, of which some repeat: with and without atomic updates."""
import torch
import triton
import triton.language as tl


@triton.jit
def embed_gradients(ids, grad, table, rows, cols, ATOMIC: tl.constexpr, B: tl.constexpr):
    token = tl.program_id(0)
    at = tl.arange(0, B)
    inside = at < cols
    place = table + tl.load(ids + token) * cols + at
    more = tl.load(grad + token * cols + at, mask=inside)
    if ATOMIC:
        tl.atomic_add(place, more, mask=inside)
    else:
        tl.store(place, tl.load(place, mask=inside) + more, mask=inside)


for count, rows, cols in ((5, 40, 100), (12, 70, 60)):
    ids = torch.arange(count, dtype=torch.int32) // 2
    for atomic in (True, False):
        embed_gradients[(count,)](ids, torch.rand(count, cols), torch.zeros(rows, cols), rows, cols, ATOMIC=atomic, B=128)
