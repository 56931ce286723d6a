"""Paths of a branch, each lowered on its own."""

import pytest


def both_assign(x):
    if x > 0.0:
        y, z = x, 1.0
    else:
        z = 2.0
        y = x * z
    return y * z


def one_raises(x):
    if x < 0.0:
        raise ValueError("below zero")
    return x * x


def one_assigns(x):
    if x > 1.0:
        y = x * x
    return y


def both_raise(x):
    if x > 1.0:
        raise ValueError("large")
    else:
        raise KeyError("small")


@pytest.mark.parametrize("f", [both_assign, one_raises, one_assigns, both_raise])
def test_what_paths_leave(same, f):
    same(f, (0.7,), (-1.5,), (2.5,))


def test_a_path_of_the_user_that_cant_be_differentiated_is_no_matter_of_luck(refused):
    def f(x):
        if x > 0.0:
            return x * len(vars())
        return x

    refused(f, "vars()", 0.5)
