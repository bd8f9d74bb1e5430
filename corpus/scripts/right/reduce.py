import cuda.tile as ct
import numpy as np


# Persistent blocks add their parts to one number, which begins as zero.
@ct.kernel
def reduce(x, total, T: ct.Constant[int]):
    for at in range(ct.bid(0), ct.num_tiles(x, axis=0, shape=(T,)), ct.num_blocks(0)):
        part = ct.sum(ct.load(x, index=(at,), shape=(T,), padding_mode=ct.PaddingMode.ZERO))
        ct.atomic_add(total, 0, part)


def run(count):
    x, total = np.ones(count, np.float32), np.zeros(1, np.float32)
    ct.launch(None, (16,), reduce, (x, total, 256))
    return total


run(10_000)
run(4_096)
