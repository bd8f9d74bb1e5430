import cuda.tile as ct
import numpy as np


# Padded centers are zeros, and may be the nearest: their number is behind the last center.
@ct.kernel
def nearest(x, centers, out, N: ct.Constant[int], D: ct.Constant[int]):
    row = ct.bid(0)
    point = ct.load(x, index=(row, 0), shape=(1, D))
    all = ct.load(centers, index=(0, 0), shape=(N, D), padding_mode=ct.PaddingMode.ZERO)
    distance = ct.sum(all * all, axis=1) - 2.0 * ct.sum(all * point, axis=1)
    best = ct.argmin(distance, axis=0).astype(ct.int32).item()
    ct.store(out, index=(row, 0), tile=ct.load(centers, index=(best, 0), shape=(1, D)))


def run(points, centers, size):
    x, c = np.ones((points, size), np.float32), np.ones((centers, size), np.float32)
    out = np.empty_like(x)
    ct.launch(None, (points,), nearest, (x, c, out, 128, size))
    return out


run(500, 100, 64)
run(300, 70, 64)
