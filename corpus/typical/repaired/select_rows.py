import cuda.tile as ct


# Copies the chosen rows of a large table (up to 2**24 rows of up to 512 values).
# tileproof: grid = (chosen.shape[0])
# tileproof: requires = chosen.shape[0] >= 1, table.shape[0] >= 1, table.shape[0] <= 16777216, table.shape[1] >= 1, table.shape[1] <= 512
# tileproof: requires = table.strides[0] == table.shape[1]
# tileproof: contents chosen : 0 <= value && value < table.shape[0]
@ct.kernel
def select_rows(table, chosen, out, T: ct.Constant[int]):
    i = ct.bid(0)
    lane = ct.arange(T, dtype=ct.int32)
    row = ct.gather(chosen, i)
    width = table.shape[1]
    flat = table.get_raw_memory()
    v = flat.load_offset(ct.astype(row, ct.int64) * width + lane, mask=lane < width, padding_value=0.0)
    ct.scatter(out, (i, lane), v)
