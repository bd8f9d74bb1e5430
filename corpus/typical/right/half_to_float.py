import cuda.tile as ct


# out = float(x)
@ct.kernel
def half_to_float(x, out, T: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(out, index=(i,), tile=ct.astype(ct.load(x, index=(i,), shape=(T,)), ct.float32))
