import cuda.tile as ct


# c = a + b
@ct.kernel
def vector_add(a, b, c, T: ct.Constant[int]):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(T,))
    y = ct.load(b, index=(i,), shape=(T,))
    ct.store(c, index=(i,), tile=x + y)
