import cuda.tile as ct


# Moves a signal one place to the left: shift(signal, signal, T).
# tileproof: alias source target
@ct.kernel
def shift(source, target, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(target, at, ct.gather(source, at + 1))
