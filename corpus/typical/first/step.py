"""A step of a small network, on NumPy arrays."""
import cuda.tile as ct
import numpy as np


# Rows of up to T elements; the load has no padding.
@ct.kernel
def normalize(x, y, T: ct.Constant[int]):
    row = ct.bid(0)
    values = ct.load(x, index=(row, 0), shape=(1, T))
    mean = ct.sum(values, axis=1, keepdims=True) / T
    ct.store(y, index=(row, 0), tile=values - mean)


# A product of matrices; the loop has one iteration too many.
@ct.kernel
def multiply(a, b, c, T: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    total = ct.full((T, T), 0.0, dtype=ct.float32)
    for k in range(a.shape[1] // T + 1):
        left = ct.load(a, index=(i, k), shape=(T, T))
        right = ct.load(b, index=(k, j), shape=(T, T))
        total = ct.mma(left, right, total)
    ct.store(c, index=(i, j), tile=ct.astype(total, c.dtype))


def arrays(*shapes):
    return [np.zeros(shape, np.float32) for shape in shapes]


if __name__ == "__main__":
    x, y = arrays((100, 48), (100, 48))
    ct.launch(None, (100,), normalize, (x, y, 64))
    a, b, c = arrays((64, 64), (64, 96), (64, 96))
    ct.launch(None, (2, 3), multiply, (a, b, c, 32))
