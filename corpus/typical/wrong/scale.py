import cuda.tile as ct


# out = alpha * x
# tileproof: grid = (x.shape[0] / T + 1)
@ct.kernel
def scale(x, out, alpha: float, T: ct.Constant[int]):
    i = ct.bid(0)
    tile = ct.load(x, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, index=(i,), tile=tile * alpha)
