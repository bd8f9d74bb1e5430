import cuda.tile as ct
import numpy as np


# A matrix in place, the first column of tiles by rows and by columns: two compilations.
@ct.kernel
def two_layouts(x, T: ct.Constant[int]):
    row, column = ct.bid(0), ct.bid(1)
    ct.store(x, index=(row, 0), tile=ct.load(x, index=(row, column), shape=(T, T)) * 2)


x = np.ones((64, 64), np.float32)
ct.launch(None, (4, 2), two_layouts, (x[:, :32], 16))
ct.launch(None, (2, 4), two_layouts, (x.T[:32], 16))
