"""Lists that take up items: what varies comes into a list that this function made, and that nothing else refers to."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

KEPT = []


def grown(x):
    xs = []
    for i in range(3):
        xs.append(x * i)
        xs.append(1.0)
    return xs[2] * xs[4]


def of_constants_first(x):
    xs = [1.0]
    first = xs[0]
    xs.append(x * x)
    return first * xs[-1] * len(xs)


def grows_in_its_loop(x):
    xs, total = [x], 0.0
    for y in xs:
        if len(xs) < 4:
            xs.append(y * x)
        total += y
    return total


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (grown, 4.0 * 0.7),
        (of_constants_first, 4.0 * 0.7),
        (grows_in_its_loop, 1 + 1.4 + 3 * 0.49 + 4 * 0.343),
    ],
)
def test_slopes(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope])


def written_first(x, change):
    """A list of numbers is written, and takes up what is active after that."""
    xs = [1.0, 2.0, 3.0]
    if change == "item":
        xs[0] = 5.0
    elif change == "slice":
        xs[:2] = xs[1:]
    elif change == "del":
        del xs[0]
    elif change == "method":
        xs.reverse()
    elif change == "+=":
        xs += [2.0]
    elif change == "*=":
        xs *= 2
    for _ in range(2):
        xs.append(x)
    return sum(v * v * (i + 1) for i, v in enumerate(xs))


@pytest.mark.parametrize(
    ("change", "places"),
    [("none", 9), ("item", 9), ("slice", 9), ("del", 7), ("method", 9), ("+=", 11), ("*=", 15)],
)
def test_a_list_that_is_written_before_it_takes_up_what_is_active(check, change, places):
    assert check(lambda x: written_first(x, change), 0.7) == pytest.approx([1.4 * places])


def raised(row, amount=0.5):
    row[1] += amount * row[0]
    return row


def rows_before_active_ones(x):
    """A function gets a row while nothing active is in the list as yet."""
    rows = [np.ones(3) for _ in range(2)]
    raised(rows[0])
    rows.append(x * rows[0])
    return np.sum(rows[0] * rows[-1])


def test_a_function_that_gets_an_item_before_anything_active_is_in_the_list(check):
    assert check(rows_before_active_ones, 0.7) == pytest.approx([2.0 + 2.25])


def outside(x):
    KEPT.append(x)
    return x * x


def test_a_list_that_lives_outside_takes_no_active_value():
    with pytest.raises(DifferentiationError, match="stop_gradient"):
        s2sad.grad(outside)(0.7)
    assert KEPT == []
