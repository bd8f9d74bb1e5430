import cuda.tile as ct


# out[i] = table[index[i]]; what is outside the table is zero
@ct.kernel
def take(table, index, out, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.scatter(out, at, ct.gather(table, ct.gather(index, at)))
