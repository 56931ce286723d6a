"""Arrays are made of containers of written arrays: their adjoints go to the shadows, item by item."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])
W = np.arange(6.0)


def rows_of(x):
    rows = [x * 2.0, x * x]
    rows[0][1] = rows[1][0] * x[2]
    return rows


def concatenated(x):
    return np.sum(np.concatenate(rows_of(x)) ** 2 * W)


def stacked(x):
    rows = rows_of(x)
    table = np.stack(rows)
    rows[1][0] = table[0, 1] * x[0]
    return np.sum(table * W.reshape(2, 3)) * np.sum(rows[1])


def an_array_of_them(x):
    rows = rows_of(x)
    return np.sum(np.array(rows) ** 2) + rows[0][1]


def and_more_after_it(x):
    rows = rows_of(x)
    both = np.concatenate(rows)
    rows.append(both[:3] * x[0])
    rows[2][0] = both[1]
    return np.sum(np.concatenate(rows) * np.arange(9.0)) * np.sum(both)


def a_tuple_in_a_loop(x):
    total = 0.0
    for _ in range(3):
        pair = (x, x[:1])
        joined = np.concatenate(pair)
        x[1] = joined[0] * joined[3]
        total = total + np.sum(np.concatenate(pair) * joined)
    return total + np.sum(x)


@pytest.mark.parametrize("function", [concatenated, stacked, an_array_of_them, a_tuple_in_a_loop])
def test_gradients_are_those_of_differences(ad, function):
    assert s2sad.grad(function)(X.copy()) == pytest.approx(ad.slopes(function, X.copy()), abs=1e-8)


def test_a_list_that_grows_after_it_was_used_as_a_whole_is_refused():
    with pytest.raises(s2sad.UnsupportedValue, match="used as a whole, and its items change"):
        s2sad.grad(and_more_after_it)(X.copy())
