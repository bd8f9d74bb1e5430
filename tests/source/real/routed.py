"""Rows of experts, chosen by an index array that decides what is read: each launch says how it must come out. The first word says whose
arrays they are."""
import sys

import cuda.tile as ct


@ct.kernel
def take_rows(table, chosen, out, T: ct.Constant[int]):
    i = ct.bid(0)
    lane = ct.arange(T, dtype=ct.int32)
    row = ct.gather(chosen, i, check_bounds=False)
    ct.scatter(out, (i, lane), ct.gather(table, (row, lane), check_bounds=False))


def launch(table, chosen, out):
    ct.launch(None, (chosen.shape[0],), take_rows, (table, chosen, out, 16))


if sys.argv[1] == "numpy":
    import numpy as np
    launch(np.ones((8, 16), np.float32), np.array([0, 3, 7] if sys.argv[2] == "inside" else [0, 8, 7], np.int32), np.zeros((3, 16), np.float32))
else:
    import torch
    table = torch.ones(8, 16, device="cuda")
    scores = torch.arange(8, device="cuda").flip(0)
    right = torch.argsort(scores)[:3].to(torch.int32)
    wrong = right + 6
    nobodys = torch.empty(3, dtype=torch.int32, device="cuda")
    launch(table, right, torch.empty(3, 16, device="cuda"))
    launch(table, wrong, torch.empty(3, 16, device="cuda"))
    launch(table, nobodys, torch.empty(3, 16, device="cuda"))
    # A launch may have written it.
    launch(table, right, torch.empty(3, 16, device="cuda"))
    result = torch.zeros(3, dtype=torch.int32, device="cuda")
    launch(table, result, torch.empty(3, 16, device="cuda"))
    launch(table, (result + 1)[:2].contiguous(), torch.empty(2, 16, device="cuda"))
