import cuda.tile as ct


# Sets the rows of a contiguous matrix to zero where keep is 0.
# tileproof: grid = (rows)
@ct.kernel
def mask_rows(matrix, keep, rows: int, cols: int, T: ct.Constant[int]):
    row = ct.bid(0)
    flat = matrix.get_raw_memory()
    lane = ct.arange(T, dtype=ct.int32)
    at = row * rows + lane
    v = flat.load_offset(at, mask=lane < cols, padding_value=0.0)
    k = ct.gather(keep, row)
    flat.store_offset(at, v * k, mask=lane < cols)
