import cuda.tile as ct


# Softmax of each row
@ct.kernel
def softmax_rows(x, out, T: ct.Constant[int]):
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, T), padding_mode=ct.PaddingMode.NEG_INF)
    e = ct.exp(tile - ct.max(tile, axis=1, keepdims=True))
    ct.store(out, index=(row, 0), tile=e / ct.sum(e, axis=1, keepdims=True))
