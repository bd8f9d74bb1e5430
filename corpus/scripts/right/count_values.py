import cuda.tile as ct
import numpy as np


# counts[v] += 1 for every v in data; a lane behind the end has no bin.
@ct.kernel
def count_values(data, counts, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    ct.atomic_add(counts, ct.gather(data, at, padding_value=-1), 1)


def run(count):
    data = np.arange(count, dtype=np.int32) % 256
    ct.launch(None, (-(-count // 128),), count_values, (data, np.zeros(256, np.int32), 128))


run(1000)
