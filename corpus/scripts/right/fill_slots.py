import cuda.tile as ct
import numpy as np


# Rows of a cache are filled at slots. Nobody reads the others.
@ct.kernel
def fill_slots(rows, slots, cache, D: ct.Constant[int]):
    at = ct.bid(0)
    slot = ct.load(slots, index=(at,), shape=(1,)).item()
    ct.store(cache, index=(slot, 0), tile=ct.load(rows, index=(at, 0), shape=(1, D)))


rows, cache = np.ones((7, 64), np.float32), np.empty((100, 64), np.float32)
slots = np.array([5, 3, 60, 11, 12, 13, 2], np.int32)
ct.launch(None, (7,), fill_slots, (rows, slots, cache, 64))
