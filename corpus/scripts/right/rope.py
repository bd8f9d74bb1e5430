import cuda.tile as ct
import numpy as np


# Both halves of each row are rotated, in place.
@ct.kernel
def rope(x, cosine, sine, H: ct.Constant[int]):
    row, head = ct.bid(0), ct.bid(1)
    first = ct.load(x, index=(row, head, 0), shape=(1, 1, H))
    second = ct.load(x, index=(row, head, 1), shape=(1, 1, H))
    c = ct.reshape(ct.load(cosine, index=(row, 0), shape=(1, H)), (1, 1, H))
    s = ct.reshape(ct.load(sine, index=(row, 0), shape=(1, H)), (1, 1, H))
    ct.store(x, index=(row, head, 0), tile=first * c - second * s)
    ct.store(x, index=(row, head, 1), tile=second * c + first * s)


def run(rows, heads, size):
    x = np.ones((rows, heads, size), np.float32)
    angle = np.ones((rows, size // 2), np.float32)
    ct.launch(None, (rows, heads), rope, (x, angle, angle.copy(), size // 2))


run(50, 8, 128)
