import cuda.tile as ct


# The largest value of each row; T is the row length rounded up to a power of two.
@ct.kernel
def row_max(x, out, T: ct.Constant[int]):
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, T), padding_mode=ct.PaddingMode.NEG_INF)
    ct.store(out, index=(row,), tile=ct.max(tile, axis=1))
