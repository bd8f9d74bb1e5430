import cuda.tile as ct


# The sum of each row
@ct.kernel
def row_sum(x, out, T: ct.Constant[int]):
    row = ct.bid(0)
    total = ct.zeros((1, T), dtype=ct.float32)
    for k in range(ct.num_tiles(x, axis=1, shape=(1, T))):
        total = total + ct.load(x, index=(row, k), shape=(1, T), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, index=(row,), tile=ct.sum(total, axis=1))
