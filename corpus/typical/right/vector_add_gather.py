import cuda.tile as ct


# c = a + b, element by element
@ct.kernel
def vector_add_gather(a, b, c, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(c, at, ct.gather(a, at) + ct.gather(b, at))
