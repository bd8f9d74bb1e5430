import cuda.tile as ct
import numpy as np


@ct.kernel
def matmul(a, b, c, M: ct.Constant[int], N: ct.Constant[int], K: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    acc = ct.zeros((M, N), dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        left = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ct.PaddingMode.ZERO)
        right = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(left, right, acc)
    ct.store(c, index=(i, j), tile=acc)


def run(m, n, k):
    a, b = np.ones((m, k), np.float16), np.ones((k, n), np.float16)
    c = np.empty((m, n), np.float32)
    ct.launch(None, ((m + 63) // 64, (n + 63) // 64), matmul, (a, b, c, 64, 64, 32))
    return c


run(256, 256, 256)
