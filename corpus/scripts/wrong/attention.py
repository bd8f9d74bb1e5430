import cuda.tile as ct
import numpy as np


# Values behind the last are loaded without padding, and zero times such a value is none.
@ct.kernel
def attention(q, k, v, o, scale: float, M: ct.Constant[int], N: ct.Constant[int], D: ct.Constant[int]):
    block, head = ct.bid(0), ct.bid(1)
    query = ct.reshape(ct.load(q, index=(head, block, 0), shape=(1, M, D), padding_mode=ct.PaddingMode.ZERO), (M, D))
    most = ct.full((M, 1), -1e30, dtype=ct.float32)
    total = ct.zeros((M, 1), dtype=ct.float32)
    acc = ct.zeros((M, D), dtype=ct.float32)
    for at in range(ct.num_tiles(k, axis=1, shape=(1, N, D))):
        key = ct.reshape(ct.load(k, index=(head, at, 0), shape=(1, N, D), padding_mode=ct.PaddingMode.ZERO), (N, D))
        scores = ct.mma(query, ct.transpose(key), ct.zeros((M, N), dtype=ct.float32)) * scale
        column = at * N + ct.reshape(ct.arange(N, dtype=ct.int32), (1, N))
        scores = ct.where(column < k.shape[1], scores, -1e30)
        now = ct.maximum(most, ct.max(scores, axis=1, keepdims=True))
        p, shrink = ct.exp(scores - now), ct.exp(most - now)
        total = total * shrink + ct.sum(p, axis=1, keepdims=True)
        value = ct.reshape(ct.load(v, index=(head, at, 0), shape=(1, N, D)), (N, D))
        acc = ct.mma(p.astype(ct.float16), value, acc * shrink)
        most = now
    ct.store(o, index=(head, block, 0), tile=ct.reshape(acc / total, (1, M, D)).astype(ct.float16))


def run(heads, queries, keys, size):
    q, k = np.ones((heads, queries, size), np.float16), np.ones((heads, keys, size), np.float16)
    v, o = np.ones_like(k), np.empty_like(q)
    grid = ((queries + 63) // 64, heads)
    ct.launch(None, grid, attention, (q, k, v, o, size**-0.5, 64, 32, size))
    return o


run(4, 192, 320, 64)
run(3, 128, 96, 64)
