"""Draws a token of each row: running sums of probabilities end at one, so the number drawn lies below the last of them."""
import torch
import triton
import triton.language as tl


@triton.jit
def draw_tokens(probabilities, drawn, tokens, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, B)
    sums = tl.cumsum(tl.load(probabilities + row * n + at, mask=at < n, other=0.0), axis=0)
    below = (sums <= tl.load(drawn + row)) & (at < n)
    tl.store(out + row, tl.load(tokens + tl.sum(below.to(tl.int32), axis=0)))


for rows, n in [(4, 50), (200, 100)]:
    probabilities = torch.softmax(torch.rand(rows, n), dim=-1)
    drawn = torch.rand(rows) * 0.999
    tokens = torch.arange(n, dtype=torch.int32)
    out = torch.empty(rows, dtype=torch.int32)
    draw_tokens[(rows,)](probabilities, drawn, tokens, out, n, B=128)
