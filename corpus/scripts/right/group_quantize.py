import cuda.tile as ct
import numpy as np


# Groups of a row as 8-bit integers, with a scale for each group; the last group of a row may be shorter.
@ct.kernel
def group_quantize(x, q, scales, G: ct.Constant[int]):
    row, group = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(row, group), shape=(1, G), padding_mode=ct.PaddingMode.ZERO)
    scale = ct.maximum(ct.max(ct.abs(tile), axis=1, keepdims=True), 1e-8) / 127.0
    ct.store(scales, index=(row, group), tile=scale)
    scaled = ct.floor(tile / scale + 0.5)
    ct.store(q, index=(row, group), tile=ct.minimum(ct.maximum(scaled, -127.0), 127.0).astype(ct.int8))


def run(rows, columns):
    x, q = np.ones((rows, columns), np.float32), np.empty((rows, columns), np.int8)
    groups = (columns + 127) // 128
    scales = np.empty((rows, groups), np.float32)
    ct.launch(None, (rows, groups), group_quantize, (x, q, scales, 128))
    return q, scales


run(24, 300)
run(40, 1024)
