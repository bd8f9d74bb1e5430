"""Tests that launch: `pytest --tileproof` finds one launch of the two outside."""
import cuda.tile as ct
import numpy as np
import pytest


@ct.kernel
def fill(a, T: ct.Constant[int]):
    ct.store(a, index=(ct.bid(0),), tile=ct.zeros((T,), dtype=ct.float32))


@pytest.mark.parametrize("blocks", [1, 2])
def test_fill(blocks):
    ct.launch(None, (blocks,), fill, (np.zeros(16, np.float32), 16))
