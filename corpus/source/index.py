"""Indices of 64 bits, which cuda.tile cuts to the 32 of an array's index type: one that is too large, and one that is not."""
import cuda.tile as ct


# tileproof: grid = (1)
# tileproof: requires = i == 4294967296, x.shape[0] == 8, r.shape[0] == 4
@ct.kernel
def index_broken(x, r, i: ct.ScalarInt64):
    ct.store(r, (0,), ct.load(x, (i,), shape=(4,)))  # <- source.index.representable


# tileproof: grid = (1)
# tileproof: requires = i >= 0, i <= 1, x.shape[0] == 8, r.shape[0] == 4
@ct.kernel
def index_kept(x, r, i: ct.ScalarInt64):
    ct.store(r, (0,), ct.load(x, (i,), shape=(4,)))


# An array whose index type has 64 bits cuts nothing.
# tileproof: grid = (1)
# tileproof: requires = i == 4294967295, x.shape[0] == 17179869184, r.shape[0] == 4
@ct.kernel
def index_wide(x: ct.IndexedWithInt64, r, i: ct.ScalarInt64):
    ct.store(r, (0,), ct.load(x, (i,), shape=(4,)))
