"""Tuples whose length isn't known before the program runs."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

X = np.array([0.3, -0.5, 0.8, 1.2])


def squares(x):
    powers = tuple(v**2 for v in x)
    return sum(powers[1:]) * powers[0] + len(powers) * max(powers)


def arrays_of_them(x):
    return np.dot(np.array(tuple(v**2 for v in x)), np.asarray(tuple(x)))


def chosen(x):
    positive = tuple([v for v in x if v > 0.5])
    return positive[-1] * positive[0]


@pytest.mark.parametrize("function", [squares, arrays_of_them, chosen])
def test_they_are_lists(in_python, function):
    value, gradient = s2sad.value_and_grad(function, jit=True)(X)
    assert value == pytest.approx(function(X))
    assert gradient == pytest.approx(s2sad.grad(function)(X))


def test_one_that_is_returned_is_refused(in_python):
    def shifted(xs):
        return tuple(v + 1.0 for v in xs)

    with pytest.raises(
        DifferentiationError, match="tuple whose length isn't known.*\n.*\n.*\n.*return a list"
    ):
        s2sad.jvp(shifted, ([0.3, 0.5],), ([1.0, 1.0],), jit=True)
