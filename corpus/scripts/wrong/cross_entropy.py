import cuda.tile as ct
import numpy as np


# The negative logarithm of the probability of each row's target. A tile is the next power of two of a row.
@ct.kernel
def cross_entropy(logits, targets, loss, C: ct.Constant[int]):
    row = ct.bid(0)
    tile = ct.load(logits, index=(row, 0), shape=(1, C), padding_mode=ct.PaddingMode.NEG_INF)
    most = ct.max(tile, axis=1)
    total = ct.sum(ct.exp(tile - ct.reshape(most, (1, 1))), axis=1)
    target = ct.load(targets, index=(row,), shape=(1,)).item()
    chosen = ct.reshape(ct.load(logits, index=(target, row), shape=(1, 1)), (1,))
    ct.store(loss, index=(row,), tile=ct.log(total) + most - chosen)


def run(targets, classes):
    logits, loss = np.ones((len(targets), classes), np.float32), np.empty(len(targets), np.float32)
    tile = 1 << (classes - 1).bit_length()
    ct.launch(None, (len(targets),), cross_entropy, (logits, np.array(targets, np.int32), loss, tile))
    return loss


run([3, 999, 0, 17, 512, 40, 41], 1000)
