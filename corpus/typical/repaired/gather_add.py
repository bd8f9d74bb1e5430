import cuda.tile as ct


# c = a + b, one block per T elements
@ct.kernel
def gather_add(a, b, c, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    x = ct.gather(a, at)
    y = ct.gather(b, at)
    ct.scatter(c, at, x + y)
