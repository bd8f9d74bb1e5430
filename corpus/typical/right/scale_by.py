import cuda.tile as ct


# out = alpha * x
@ct.kernel
def scale_by(x, out, alpha: float, T: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(out, index=(i,), tile=ct.load(x, index=(i,), shape=(T,)) * alpha)
