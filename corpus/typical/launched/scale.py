import torch
import triton
import triton.language as tl


@triton.jit
def scale(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at) * 2.0)


for n in (4096, 5000):
    x = torch.rand(n, device="cuda")
    out = torch.empty_like(x)
    scale[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, out, n, BLOCK=256)
