import cuda.tile as ct


# The sum of all elements, added up by an atomic
@ct.kernel
def total(x, out, T: ct.Constant[int]):
    i = ct.bid(0)
    ct.atomic_add(out, (0,), ct.sum(ct.load(x, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)))
