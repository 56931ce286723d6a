"""Operands beside what is active: lists become arrays, and objects with operators of their own are found."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedValue

X = np.array([0.5, -1.5])


class Rate:
    """With an operator of its own."""

    def __init__(self, value):
        self.value = value

    def __rmul__(self, other):
        return other * self.value + 1.0


class Settings:
    rate = 2.0
    odd = Rate(3.0)


SETTINGS = Settings()


def test_a_list_beside_an_array_is_an_array(same):
    made = same(lambda x: x * [2.0, 3.0] + [[1.0, 0.0]], (X,))
    assert made.outline.split().count("np.array") <= 2
    np.testing.assert_array_equal(made.run(X), X * [2.0, 3.0] + [[1.0, 0.0]])


def test_what_isnt_known_is_checked_when_it_runs(lowered):
    outline = lowered(lambda x, o: x * o.rate, 1.5, SETTINGS).outline.split()
    assert outline == ["getattr", "operand", "mul"]


def test_an_object_with_an_operator_is_followed(check_modes):
    rate = Rate(3.0)
    check_modes(lambda x: x * rate * x, (1.5,))
    assert s2sad.grad(lambda x: x * rate)(1.5) == 3.0


def test_an_operator_that_is_found_at_run_time_is_refused_there():
    with pytest.raises((TypeError, UnsupportedValue), match="operator|Rate"):
        s2sad.grad(lambda x, o: x * o.odd)(1.5, SETTINGS)


def test_numbers_beside_numbers_are_not_checked(lowered):
    assert lowered(lambda x, n: x * n + 2.0, 1.5, 3).outline.split() == ["mul", "add"]


def logarithm_of_sum(x):
    """Of a list beside one of NumPy's numbers, as `scipy.special.logsumexp` of an array."""
    found = np.zeros(2)
    for i in range(2):
        items = [x[k] * (i + 1.0) for k in range(len(x))]
        highest = np.max(items)
        found[i] = highest + np.log(np.exp(items - highest).sum() + np.finfo(float).eps)
    return np.sum(found)


def test_a_list_beside_a_number_of_numpy_is_an_array():
    s2sad.check_grads(logarithm_of_sum, (X,))
    derivative = s2sad.grad(logarithm_of_sum)
    derivative(X)
    assert "unbroadcast" not in derivative.source


class Sizes:
    def __init__(self, n):
        self.n = n


def repeated(x, sizes):
    items = [x, 2.0] * sizes.n
    return sum(items) * len(items) * items[2]


def repeated_in_place(x, sizes):
    items = (x,)
    items *= sizes.n
    return sum(items) * len(items) * items[2]


def repeated_by_a_part(p):
    items = p["n"] * [p["x"]]
    return sum(items) * len(items) * items[0]


@pytest.mark.parametrize("function", [repeated, repeated_in_place])
def test_a_list_is_repeated_as_often_as_an_object_tells(function):
    def slope(x):
        return (function(x + 1e-6, Sizes(3)) - function(x - 1e-6, Sizes(3))) / 2e-6

    assert s2sad.value_and_grad(function)(0.5, Sizes(3)) == pytest.approx(
        (function(0.5, Sizes(3)), slope(0.5))
    )
    assert s2sad.jvp(function, (0.5, Sizes(3)), (1.0, None))[1] == pytest.approx(slope(0.5))


def test_a_list_is_no_array_beside_a_whole_number_of_a_differentiated_argument():
    value, bar = s2sad.value_and_grad(repeated_by_a_part)({"x": 0.5, "n": 3})
    assert (value, bar) == (9 * 0.25, {"x": 9.0, "n": 0.0})
    value, bars = s2sad.value_and_grad(lambda x, n: sum([x] * n), (0, 1))(0.5, 3)
    assert (value, bars) == (1.5, (3.0, 0.0))


def test_a_list_beside_an_array_that_an_object_has_is_an_array():
    def f(x, sizes):
        items = [x, 2.0] * sizes.n
        return items[0] * items[1]

    assert s2sad.value_and_grad(f)(0.5, Sizes(np.array([2.0, 3.0]))) == (6.0, 12.0)
