"""A kernel whose tile is as large as the environment, a file, or a list of files says."""
import glob
import json
import os

import cuda.tile as ct

TILE = int(os.environ.get("REAL_TILE", "16"))
if os.path.exists("tuned.json"):
    with open("tuned.json") as file:
        TILE = json.load(file)
if os.environ.get("REAL_LIST"):
    TILE *= 1 + len(glob.glob("*.txt"))


@ct.kernel
def fill(a):
    ct.store(a, index=(ct.bid(0),), tile=ct.zeros((TILE,), dtype=ct.float32))
