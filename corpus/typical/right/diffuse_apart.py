import cuda.tile as ct


# One step of diffusion, into another array
@ct.kernel
def diffuse_apart(u, v, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    left = ct.gather(u, at - 1)
    here = ct.gather(u, at)
    right = ct.gather(u, at + 1)
    ct.scatter(v, at, 0.25 * left + 0.5 * here + 0.25 * right)
