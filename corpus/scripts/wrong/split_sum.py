import cuda.tile as ct
import numpy as np


# Blocks add their parts to memory that nobody has written.
@ct.kernel
def split_sum(x, total, T: ct.Constant[int]):
    part = ct.sum(ct.load(x, index=(ct.bid(0),), shape=(T,), padding_mode=ct.PaddingMode.ZERO))
    ct.atomic_add(total, 0, part)


def run(count):
    x, total = np.ones(count, np.float32), np.empty(1, np.float32)
    ct.launch(None, ((count + 1023) // 1024,), split_sum, (x, total, 1024))
    return total


run(100_000)
