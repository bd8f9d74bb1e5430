import cuda.tile as ct
import torch


@ct.kernel
def vec_add(a, b, c, T: ct.Constant[int]):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(T,))
    y = ct.load(b, index=(i,), shape=(T,))
    ct.store(c, index=(i,), tile=x + y)


for n in (4096, 4300):
    a, b = torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
    c = torch.empty_like(a)
    ct.launch(torch.cuda.current_stream(), (17,), vec_add, (a, b, c, 256))
