import cuda.tile as ct
import numpy as np


# The transposed factor has rows of columns.
@ct.kernel
def layouts(a, b, c, T: ct.Constant[int], TRANSPOSED: ct.Constant[bool]):
    row, column = ct.bid(0), ct.bid(1)
    zero = ct.PaddingMode.ZERO
    total = ct.zeros((T, T), dtype=ct.float32)
    for at in range(ct.num_tiles(a, axis=1, shape=(T, T))):
        left = ct.load(a, index=(row, at), shape=(T, T), padding_mode=zero)
        if TRANSPOSED:
            right = ct.transpose(ct.load(b, index=(at, column), shape=(T, T), padding_mode=zero))
        else:
            right = ct.load(b, index=(at, column), shape=(T, T), padding_mode=zero)
        total = ct.mma(left, right, total)
    ct.store(c, index=(row, column), tile=total)


def run(rows, columns, inner, transposed):
    a = np.ones((rows, inner), np.float16)
    b = np.ones((columns, inner) if transposed else (inner, columns), np.float16)
    c = np.empty((rows, columns), np.float32)
    ct.launch(None, (-(-rows // 32), -(-columns // 32)), layouts, (a, b, c, 32, transposed))
    return c


run(96, 64, 200, True)
run(64, 96, 128, False)
