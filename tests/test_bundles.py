"""Lists of tangents, in chunks that fit into memory."""

import numpy as np
import pytest

import s2sad
from s2sad import bundles


@pytest.mark.parametrize("count, size", [(0, 3), (5, 1), (7, 1 << 21), (3, 1 << 30), (4, 0)])
def test_chunks_cover_all_in_order_and_are_no_larger_than_memory(count, size):
    found = bundles.chunks(count, size)
    assert [k for each in found for k in each] == list(range(count))
    assert all(len(each) * size <= 1 << 22 or len(each) == 1 for each in found)


@pytest.mark.parametrize(
    "moving, possible", [([1.0, np.zeros(2)], True), ([[1.0, {"a": 2.0}]], True), ([object()], False)]
)
def test_what_can_have_lists_of_tangents(moving, possible):
    assert bundles.possible(moving) is possible


def test_in_several_chunks_the_columns_are_the_same(monkeypatch):
    def f(x):
        return np.sin(x) * x[0]

    x = np.array([0.3, 0.7, -0.2])
    wanted = np.diag(np.cos(x) * x[0])
    wanted[:, 0] += np.sin(x)
    for numbers in (1, 6, 1 << 22):
        monkeypatch.setattr(bundles, "_NUMBERS", numbers)
        assert s2sad.jacfwd(f)(x) == pytest.approx(wanted)
