"""Scripts that end in all the ways that scripts do; the first word says how."""
import multiprocessing
import os
import sys
import time

import cuda.tile as ct
import numpy as np


@ct.kernel
def fill(a, T: ct.Constant[int]):
    ct.store(a, index=(ct.bid(0),), tile=ct.zeros((T,), dtype=ct.float32))


@ct.kernel
def broken(a):
    ct.store(a, index=(ct.bid(0),), tile=ct.zeros((3,), dtype=ct.float32))


def launch(blocks=1):
    ct.launch(None, (blocks,), fill, (np.zeros(16, np.float32), 16))


how = sys.argv[1]
if how != "nothing":
    launch()
if how == "raises":
    raise ValueError("no\nsecond line")
if how == "asserts":
    assert False, "wrong result"
if how == "exits":
    sys.exit(0)
if how == "fails":
    sys.exit(3)
if how == "leaves":
    os._exit(0)
if how == "hangs":
    time.sleep(100)
if how == "forks":
    if os.fork() == 0:
        os._exit(0)
    os.wait()
if how == "starts" and __name__ == "__main__":
    process = multiprocessing.get_context("fork").Process(target=print)
    process.start()
    process.join()
if how == "tries":
    try:
        ct.launch(None, (1,), broken, (np.zeros(16, np.float32),))
    except Exception:
        pass
if how == "needs":
    raise OSError("libcuda.so.1: cannot open shared object file")
if how == "crashes":
    import ctypes
    ctypes.string_at(0)
if how == "beyond":
    launch(2)
