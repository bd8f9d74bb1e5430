import cuda.tile as ct
import numpy as np


# How many tokens each expert has.
@ct.kernel
def moe_count(experts, counts, T: ct.Constant[int]):
    at = ct.bid(0) * T + ct.arange(T, dtype=ct.int32)
    inside = at < experts.shape[0]
    expert = ct.gather(experts, at, mask=inside)
    ct.scatter(counts, expert, ct.gather(counts, expert, mask=inside) + 1, mask=inside)


def run(experts, count):
    counts = np.zeros(count, np.int32)
    tokens = np.array(experts, np.int32)
    ct.launch(None, ((len(experts) + 63) // 64,), moe_count, (tokens, counts, 64))
    return counts


run([at * 7 % 8 for at in range(700)], 8)
