import cuda.tile as ct


# Copies where keep is not zero
@ct.kernel
def masked_copy(x, keep, out, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(out, at, ct.gather(x, at), mask=ct.gather(keep, at) != 0)
