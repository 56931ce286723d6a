"""Broadcasting undone: <broadcast(x), y> = <x, unbroadcast(y)>."""

import math

import numpy as np
import pytest

from s2sad.runtime.broadcasting import (
    broadcast_like,
    finite,
    guarded,
    known_ndim,
    known_real,
    share_of_exp,
    unbroadcast,
)

RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize(
    "shape, wide",
    [
        ((3,), (2, 3)),
        ((1, 3), (2, 3)),
        ((2, 1), (4, 2, 3)),
        ((), (2, 3)),
        ((2, 3), (2, 3)),
        ((1, 1), (5, 2, 3)),
    ],
)
def test_it_is_the_transpose(shape, wide):
    x, y = RANDOM.normal(size=shape), RANDOM.normal(size=wide)
    found = unbroadcast(y, x)
    assert np.shape(found) == shape
    assert np.sum(np.broadcast_to(x, wide) * y) == pytest.approx(np.sum(x * found), rel=1e-13)


def test_numbers_stay_numbers():
    assert unbroadcast(2.5, 1.0) == 2.5 and type(unbroadcast(2.5, 1.0)) is float


def test_a_tangent_gets_the_shape_of_its_primal():
    assert broadcast_like(2.0, np.zeros(3)).tolist() == [2.0, 2.0, 2.0]
    same = np.ones(3)
    assert broadcast_like(same, np.zeros(3)) is same
    parts = [np.ones(2), np.ones(3)]
    assert broadcast_like(parts, [np.zeros(2), np.zeros(3)]) is parts


def test_nothing_depends_on_what_has_no_part():
    inf = math.inf
    assert guarded(np.array([inf, 2.0, 0.0]), np.array([0.0, 3.0, inf])).tolist() == [0.0, 6.0, 0.0]
    assert guarded(np.array([inf, 2.0]), np.array([1.0, 3.0])).tolist() == [inf, 6.0]
    assert np.isnan(guarded(np.array([np.nan]), np.array([1.0])))[0]


def test_infinite_adjoints_of_sums_of_squares():
    assert finite(math.inf) == 0.0 and finite(3.0) == 3.0
    assert finite(np.array([-math.inf, 2.0])).tolist() == [0.0, 2.0]


def test_shares_of_exponentials():
    x, y = np.array([0.3, 1000.0, -1000.0]), np.array([1.1, 0.0, 0.0])
    assert share_of_exp(x, y) == pytest.approx([1.0 / (1.0 + math.exp(0.8)), 1.0, 0.0])


def test_what_is_known_of_a_value():
    assert known_ndim(np.zeros((2, 2))) == 2 and known_ndim(1.0) == 0
    assert known_real(1.0) and not known_real(1j)
