"""Lists that take up items: what varies comes into a list that this function made, and that nothing else refers to."""

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


def outside(x):
    KEPT.append(x)
    return x * x


def test_a_list_that_lives_outside_takes_no_active_value():
    with pytest.raises(DifferentiationError, match="stop_gradient"):
        s2sad.grad(outside)(0.7)
    assert KEPT == []
