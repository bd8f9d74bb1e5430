import cuda.tile as ct
import numpy as np


# The activation of each element plus the bias of its column.
@ct.kernel
def bias_gelu(x, bias, y, M: ct.Constant[int], N: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(i, j), shape=(M, N), padding_mode=ct.PaddingMode.ZERO)
    tile = tile + ct.reshape(ct.load(bias, index=(i,), shape=(N,), padding_mode=ct.PaddingMode.ZERO), (1, N))
    ct.store(y, index=(i, j), tile=0.5 * tile * (1.0 + ct.tanh(0.79788456 * (tile + 0.044715 * tile * tile * tile))))


def run(rows, columns):
    x, bias = np.ones((rows, columns), np.float32), np.zeros(columns, np.float32)
    y = np.empty_like(x)
    ct.launch(None, ((rows + 31) // 32, (columns + 63) // 64), bias_gelu, (x, bias, y, 32, 64))
    return y


run(100, 700)
run(256, 96)
