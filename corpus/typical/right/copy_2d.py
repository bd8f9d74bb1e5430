import cuda.tile as ct


# out = x
@ct.kernel
def copy_2d(x, out, TM: ct.Constant[int], TN: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    ct.store(out, index=(i, j), tile=ct.load(x, index=(i, j), shape=(TM, TN)))
