import cuda.tile as ct


# One step of diffusion along a line; the borders stay as they are.
@ct.kernel
def diffuse(u, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    left = ct.gather(u, at - 1)
    here = ct.gather(u, at)
    right = ct.gather(u, at + 1)
    ct.scatter(u, at, 0.25 * left + 0.5 * here + 0.25 * right)
