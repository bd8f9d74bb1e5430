"""Two numbers of four bits in each byte: as many bytes as a tile has elements, by accident."""
import torch
import triton
import triton.language as tl


@triton.jit
def unpack(q, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    byte = tl.load(q + at // 2, mask=at < n, other=0)
    tl.store(out + at, ((byte >> ((at % 2) * 4)) & 0xF).to(tl.float16), mask=at < n)


for n in (64, 63):
    q = torch.randint(0, 127, (triton.cdiv(n, 2),), dtype=torch.int8)
    unpack[(triton.cdiv(n, 32),)](q, torch.zeros(n, dtype=torch.float16), n, B=32)
