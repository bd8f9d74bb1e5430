import cuda.tile as ct
import numpy as np


# The last iteration is one behind the last chunk.
@ct.kernel
def chunk_scan(x, y, chunks: int, H: ct.Constant[int], T: ct.Constant[int], D: ct.Constant[int]):
    block, part = ct.bid(0), ct.bid(1)
    batch, head = block // H, block % H
    state = ct.zeros((1, D), dtype=ct.float32)
    for at in range(chunks + 1):
        place = (batch, head, at, 0, part)
        rows = ct.load(x, index=place, shape=(1, 1, 1, T, D), padding_mode=ct.PaddingMode.ZERO)
        rows = ct.reshape(rows, (T, D))
        ct.store(y, index=place, tile=ct.reshape(rows + state, (1, 1, 1, T, D)))
        state = state + ct.sum(rows, axis=0, keepdims=True)


def run(batch, heads, chunks, columns, tile):
    x = np.ones((batch, heads, chunks, 16, columns), np.float32)
    y = np.empty_like(x)
    ct.launch(None, (batch * heads, -(-columns // tile)), chunk_scan, (x, y, chunks, heads, 16, tile))
    return y


run(2, 4, 1, 64, 64)
run(2, 8, 1, 128, 128)
