import cuda.tile as ct


# out = x + bias
@ct.kernel
def add_bias_2d(x, bias, out, TM: ct.Constant[int], TN: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(i, j), shape=(TM, TN), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, index=(i, j), tile=tile + ct.load(bias, index=(j,), shape=(TN,), padding_mode=ct.PaddingMode.ZERO))
