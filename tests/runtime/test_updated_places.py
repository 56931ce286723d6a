"""Arrays with other items at some places, against writing into a copy."""

import numpy as np
import pytest

from s2sad.runtime.updated_places import Places, order_of

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.2, -0.3]])
INDICES = [1, (0, 2), slice(None), (slice(None), 1), X > 0.4, ([1, 0, 1], [2, 2, 0])]


def ids(index):
    return type(index).__name__


@pytest.mark.parametrize("index", INDICES, ids=ids)
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("set", lambda old, y: y),
        ("add", lambda old, y: old + y),
        ("subtract", lambda old, y: old - y),
        ("multiply", lambda old, y: old * y),
        ("divide", lambda old, y: old / y),
        ("power", lambda old, y: old**y),
        ("min", np.minimum),
        ("max", np.maximum),
    ],
)
def test_methods(name, change, index):
    expected = X.copy()
    expected[index] = change(X[index], 2.0)
    np.testing.assert_array_equal(getattr(Places(X, None)[index], name)(2.0), expected)


def test_what_is_stored_last_at_a_place_stays():
    order, shape = order_of(np.zeros(3), [2, 0, 2])
    assert order.tolist() == [1, -1, 2] and shape == (3,)
    np.testing.assert_array_equal(Places(np.zeros(3), [2, 0, 2]).set(np.array([1.0, 5.0, 7.0])), [5, 0, 7])


def test_no_place_at_all():
    assert Places(X, X > 9.0).set(np.zeros(0)) is X
