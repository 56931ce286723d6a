"""Functions that come together under one name: the running program tells by a number which it is."""

import math

import pytest


def on_two_paths(x):
    c = x * 2.0
    if x > 0:
        f = lambda t: t * c  # noqa: E731
    else:
        f = math.sin
    return f(x) + f(2.0)


def on_three_paths(x):
    def square(t):
        return t * t

    if x > 1:
        f = square
    elif x > 0:
        f = math.cos
    else:
        f = abs
    return f(x + 0.5)


def only_one_path_has_one(x):
    if x > 0:
        f = lambda t: t * x  # noqa: E731
    if x > 1:
        return f(x)
    return x


class Line:
    def __init__(self, slope):
        self.slope = slope

    def at(self, t):
        return self.slope * t


def a_bound_method(x):
    f = Line(x).at if x > 0 else Line(2.0).at
    return f(3.0)


@pytest.mark.parametrize("f", [on_two_paths, on_three_paths, only_one_path_has_one, a_bound_method])
def test_the_one_that_was_taken_is_called(same, check_modes, f):
    same(f, (1.5,), (0.5,), (-0.7,))
    for x in (1.5, 0.5, -0.7):
        check_modes(f, (x,))


def test_no_function_is_made_in_the_list(lowered):
    outline = lowered(on_two_paths, 1.5).outline
    assert "def{" not in outline and outline.count("math.sin") == 2
