"""Sums, products and extremes along axes: adjoints against NumPy."""

import numpy as np
import pytest

from s2sad.runtime.reductions import (
    count_along,
    deviation,
    products_of_others,
    roots_of_squares,
    share_of_extreme,
    unreduce,
)

A = np.random.default_rng(0).normal(size=(2, 3, 4))


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2), (1, -1)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_a_sum_and_its_transpose(axis, keepdims):
    out_bar = np.cos(np.sum(A, axis=axis, keepdims=keepdims))
    found = unreduce(out_bar, A.shape, axis, keepdims)
    assert found.shape == A.shape and not found.flags.writeable
    assert np.sum(found * A) == pytest.approx(np.sum(out_bar * np.sum(A, axis=axis, keepdims=keepdims)))
    assert count_along(A.shape, axis) == A.size // np.size(out_bar)


def test_of_numbers():
    assert unreduce(2.0, (), 0, False) == 2.0 and count_along((), 0) == 1


@pytest.mark.parametrize("axis", [None, 0, (0, 1)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_shares_of_a_maximum(axis, keepdims):
    a = A.copy()
    a[0, 1] = a[1, 1] = 9.0
    found = share_of_extreme(a, np.max(a, axis=axis, keepdims=keepdims), axis, keepdims)
    assert np.sum(found, axis=axis) == pytest.approx(np.ones_like(np.max(a, axis=axis)))
    assert np.all((found > 0) == (a == np.max(a, axis=axis, keepdims=True)))
    assert found[0, 1, 0] == pytest.approx(0.125 if axis is None else 0.5)


def test_what_is_no_number_takes_it_all():
    a = np.array([1.0, np.nan, np.nan])
    assert share_of_extreme(a, np.max(a), None, False).tolist() == [0.0, 0.5, 0.5]


@pytest.mark.parametrize("axis", [None, 0, 2, (0, 2)])
@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_products_of_all_others(axis, zeros):
    a = A.copy()
    a.ravel()[:zeros] = 0.0
    found = products_of_others(a, axis)
    for place in np.ndindex(a.shape):
        other = a.copy()
        other[place] = 1.0
        whole = np.broadcast_to(np.prod(other, axis=axis, keepdims=True), a.shape)
        assert found[place] == pytest.approx(whole[place], rel=1e-12)


def test_a_number_alone_has_none():
    assert products_of_others(np.array(3.0), None) == 1.0
    assert deviation(4.0) == 2.0 and roots_of_squares(9.0) == 3.0
