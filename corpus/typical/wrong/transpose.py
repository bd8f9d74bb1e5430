import cuda.tile as ct


# y = x.T
# tileproof: grid = (cdiv(x.shape[0], TM), cdiv(x.shape[1], TN))
# tileproof: requires = y.shape[0] == x.shape[1], y.shape[1] == x.shape[0]
@ct.kernel
def transpose(x, y, TM: ct.Constant[int], TN: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(i, j), shape=(TM, TN), padding_mode=ct.PaddingMode.ZERO)
    ct.store(y, index=(i, j), tile=ct.transpose(tile))
