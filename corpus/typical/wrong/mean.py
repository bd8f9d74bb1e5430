import cuda.tile as ct


# The mean of each row, T columns at a time
@ct.kernel
def mean(x, out, T: ct.Constant[int]):
    row = ct.bid(0)
    total = ct.zeros((1, T), dtype=ct.float32)
    for k in range(ct.num_tiles(x, axis=1, shape=(1, T)) + 1):
        total = total + ct.load(x, index=(row, k), shape=(1, T), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, index=(row,), tile=ct.sum(total, axis=1) / x.shape[1])
