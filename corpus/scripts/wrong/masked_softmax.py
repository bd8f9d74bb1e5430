import cuda.tile as ct
import numpy as np


# A row without keys is minus infinity everywhere, and its difference from its maximum is no number.
# tileproof: ensures = finite(out)
@ct.kernel
def masked_softmax(x, lengths, out, T: ct.Constant[int]):
    row = ct.bid(0)
    length = ct.load(lengths, index=(row,), shape=(1,)).item()
    inside = ct.reshape(ct.arange(T, dtype=ct.int32), (1, T)) < length
    scores = ct.where(inside, ct.load(x, index=(row, 0), shape=(1, T)), -float("inf"))
    e = ct.exp(scores - ct.max(scores, axis=1, keepdims=True))
    ct.store(out, index=(row, 0), tile=e / ct.sum(e, axis=1, keepdims=True))


def run(lengths, columns):
    x = np.ones((len(lengths), columns), np.float32)
    out = np.empty_like(x)
    ct.launch(None, (len(lengths),), masked_softmax, (x, np.array(lengths, np.int32), out, columns))
    return out


run([50, 0, 9], 128)
