import cuda.tile as ct


# c = a + b, one block per T elements
@ct.kernel
def gather_add(a, b, c, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    x = ct.gather(a, at, check_bounds=False)
    y = ct.gather(b, at, check_bounds=False)
    ct.scatter(c, at, x + y)
