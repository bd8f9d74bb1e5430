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


def test_result():
    """Without a GPU there is no result to compare: skipped, and not passed."""
    array = np.ones(16, np.float32)
    ct.launch(None, (1,), fill, (array, 16))
    np.testing.assert_array_equal(array, 0)
