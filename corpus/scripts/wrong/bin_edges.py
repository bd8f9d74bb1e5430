"""Elements of an array, of which there are n: the mask `at <= n` admits one more."""
import torch
import triton
import triton.language as tl


@triton.jit
def bin_edges(edges, centered, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    values = tl.load(edges + at, mask=at <= n, other=0.0)
    tl.store(centered + at, values - 0.5, mask=at <= n)


for n in (1000, 5000):
    edges = torch.rand(n)
    centered = torch.empty_like(edges)
    bin_edges[(triton.cdiv(n, 256),)](edges, centered, n, B=256)
