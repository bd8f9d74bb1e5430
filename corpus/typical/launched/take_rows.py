import cuda.tile as ct


# out[i] = table[chosen[i]]: what is chosen decides what is read
@ct.kernel
def take_rows(table, chosen, out, T: ct.Constant[int]):
    i = ct.bid(0)
    lane = ct.arange(T, dtype=ct.int32)
    row = ct.gather(chosen, i, check_bounds=False)
    ct.scatter(out, (i, lane), ct.gather(table, (row, lane), check_bounds=False))
