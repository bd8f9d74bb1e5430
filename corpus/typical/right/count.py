import cuda.tile as ct


# counts[v] += 1 for every v in data
@ct.kernel
def count(data, counts, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    value = ct.gather(data, at, padding_value=-1)
    ct.atomic_add(counts, value, 1)
