import cuda.tile as ct
import numpy as np
from cuda.tile.tune import exhaustive_search


# Every timing run scales what the run before has left.
@ct.kernel
def tuned_scale(x, factors, T: ct.Constant[int]):
    at = ct.bid(0)
    rows = ct.load(x, index=(at,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(x, index=(at,), tile=rows * ct.load(factors, index=(at,), shape=(T,), padding_mode=ct.PaddingMode.ZERO))


def run(count):
    x, factors = np.ones(count, np.float32), np.ones(count, np.float32)
    exhaustive_search([32, 64], None, lambda tile: (-(-count // tile),), tuned_scale, lambda tile: (x, factors, tile))
    return x


run(1000)
