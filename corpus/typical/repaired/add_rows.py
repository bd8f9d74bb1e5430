import cuda.tile as ct


# out = x + bias, the same bias for each row
# tileproof: grid = (cdiv(out.shape[0], TM), cdiv(out.shape[1], TN))
# tileproof: requires = x.shape[0] == out.shape[0], x.shape[1] == out.shape[1], bias.shape[0] == out.shape[1]
@ct.kernel
def add_rows(x, bias, out, TM: ct.Constant[int], TN: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(i, j), shape=(TM, TN), padding_mode=ct.PaddingMode.ZERO)
    b = ct.load(bias, index=(j,), shape=(TN,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, index=(i, j), tile=tile + b)
