"""Sizes and orders of random draws, against what a generator with the same state gives."""

import numpy as np
import pytest

from s2sad.runtime.draws import order_drawn, order_shuffled, places_drawn, size_of_draw


@pytest.mark.parametrize(
    ("size", "shapes", "expected"),
    [(None, ((), ()), None), (None, ((3,), (2, 1)), (2, 3)), (5, ((),), 5), ((2, 2), ((2,),), (2, 2))],
)
def test_size_of_draw(size, shapes, expected):
    assert size_of_draw(size, *shapes) == expected


def test_places_drawn():
    items = np.array([0.5, 1.5, 2.5, 3.5])
    weights = np.array([0.1, 0.2, 0.3, 0.4])
    places = places_drawn(np.random.default_rng(3), 4, 3, True, weights)
    drawn = np.random.default_rng(3).choice(items, 3, True, weights)
    np.testing.assert_array_equal(items[places], drawn)


@pytest.mark.parametrize("shape", [(6,), (4, 3), (3, 2, 2)])
def test_orders_of_arrays(shape):
    items = np.arange(float(np.prod(shape))).reshape(shape)
    order = order_drawn(np.random.default_rng(5), shape)
    np.testing.assert_array_equal(items[order], np.random.default_rng(5).permutation(items))
    order = order_shuffled(np.random.default_rng(5), shape)
    shuffled = items.copy()
    np.random.default_rng(5).shuffle(shuffled)
    np.testing.assert_array_equal(items[order], shuffled)


def test_order_of_a_list():
    items = [0.5, 1.5, 2.5, 3.5, 4.5]
    order = order_shuffled(np.random.default_rng(1), len(items))
    np.random.default_rng(1).shuffle(items)
    assert [k + 0.5 for k in order] == items
