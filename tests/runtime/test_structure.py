"""Zeros like a value, copies, and sums of two adjoints."""

import collections

import numpy as np
import pytest

from s2sad.runtime.structure import accumulate, copy_of, strong_product, zeros_like

Pair = collections.namedtuple("Pair", "x y")


class Items(list):
    pass


@pytest.mark.parametrize(
    "value, zeros",
    [
        (2.5, 0.0),
        (3, 0.0),
        (True, 0.0),
        (1j, 0j),
        ("a", None),
        (None, None),
        (len, None),
        ([1.0, "a"], [0.0, None]),
        (Pair(1.0, [2.0]), Pair(0.0, [0.0])),
        ({"a": (1,)}, {"a": (0.0,)}),
    ],
)
def test_zeros(value, zeros):
    found = zeros_like(value)
    assert repr(found) == repr(zeros) and type(found) is type(zeros)


@pytest.mark.parametrize(
    "dtype, zero", [(float, float), (int, float), (bool, float), (np.float32, np.float32), (complex, complex)]
)
def test_zeros_of_arrays(dtype, zero):
    found = zeros_like(np.ones(2, dtype))
    assert found.dtype == zero and not found.any()
    assert zeros_like(np.array(["a"])) is None


def test_zeros_of_a_sparse_matrix():
    sparse = pytest.importorskip("scipy.sparse")
    found = zeros_like(sparse.csr_array(np.eye(2)))
    assert found.shape == (2, 2) and not found.toarray().any()


def test_copies_share_no_arrays():
    array = np.ones(2)
    value = {"a": [array, Pair(array, 1.0)], "b": Items([array])}
    found = copy_of(value)
    assert type(found["a"][1]) is Pair and type(found["b"]) is Items and found["a"][1].y == 1.0
    assert not any(np.shares_memory(part, array) for part in (found["a"][0], found["a"][1].x, found["b"][0]))
    assert value["b"][0] is array


@pytest.mark.parametrize(
    "one, other, both",
    [
        (1.0, 2.0, 3.0),
        (None, 2.0, 2.0),
        (1.0, None, 1.0),
        (0.0, [2.0], [2.0]),
        ([2.0], 0.0, [2.0]),
        ([1.0, None], [2.0, 3.0], [3.0, 3.0]),
        (Pair(1.0, 2.0), Pair(3.0, 4.0), Pair(4.0, 6.0)),
        ({"a": 1.0, "b": 2.0}, {"a": 5.0}, {"a": 6.0, "b": 2.0}),
    ],
)
def test_sums(one, other, both):
    found = accumulate(one, other)
    assert found == both and type(found) is type(both)


def test_a_total_is_not_changed():
    total = {"a": [1.0]}
    accumulate(total, {"a": [2.0]})
    assert total == {"a": [1.0]}


def test_a_tangent_that_is_zero_has_no_part():
    assert strong_product(np.inf, np.array([0.0, 2.0])).tolist() == [0.0, np.inf]
    assert strong_product(3.0, np.array([0.0, 2.0])).tolist() == [0.0, 6.0]
