import cuda.tile as ct


# out[2i] = a[i], out[2i + 1] = b[i]
@ct.kernel
def interleave(a, b, out, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    inside = at < out.shape[0]
    x = ct.gather(a, at, mask=inside)
    y = ct.gather(b, at, mask=inside)
    ct.scatter(out, 2 * at, x)
    ct.scatter(out, 2 * at + 1, y)
