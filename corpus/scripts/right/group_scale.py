import cuda.tile as ct
import numpy as np


# Every array of a list times a number, by persistent blocks.
@ct.kernel
def group_scale(xs, ys, scale: float, T: ct.Constant[int]):
    for which in range(len(xs)):
        x, y = xs[which], ys[which]
        for at in range(ct.bid(0), ct.num_tiles(x, axis=0, shape=(T,)), ct.num_blocks(0)):
            tile = ct.load(x, index=(at,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)
            ct.store(y, index=(at,), tile=tile * scale)


def run(sizes):
    xs = [np.ones(size, np.float32) for size in sizes]
    ys = [np.empty_like(x) for x in xs]
    ct.launch(None, (16,), group_scale, (xs, ys, 0.5, 256))
    return ys


run([1000, 300, 4096])
