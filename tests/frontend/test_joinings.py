"""A list beside what may be a list or an array: the running program says which."""

import types

import numpy as np
import pytest

import s2sad

CONFIG = types.SimpleNamespace(n=2, w=[0.5, 0.2], of_array=np.array([0.5, 0.2]))


def first(y, c):
    a = c.w + [y, 2.0]
    return a[2] * a[0]


def last(y, c):
    a = [y * y] + c.w
    return sum(v * v * (j + 1) for j, v in enumerate(a))


def repeated_rows(y, c):
    m = [[0.0] * c.n for _ in range(2)]
    for _ in range(2):
        m = [r + [y] for r in m]
    return sum(v * v * (j + 1) for r in m for j, v in enumerate(r))


def grown_in_a_loop(y, c):
    a = c.w
    for _ in range(2):
        a = [y] + a
    return sum(v * v * (j + 1) for j, v in enumerate(a))


def tuples(y, c):
    a = (0.5,) * c.n
    for _ in range(2):
        a = a + (y,)
    return sum(v * v * (j + 1) for j, v in enumerate(a))


def arrays(y, c):
    a = c.of_array + [y, y * y]
    return a[0] * a[1]


PROGRAMS = (first, last, repeated_rows, grown_in_a_loop, tuples, arrays)


@pytest.mark.parametrize("f", PROGRAMS)
def test_what_a_list_is_added_to(f):
    y, step = 0.44, 1e-6
    difference = (f(y + step, CONFIG) - f(y - step, CONFIG)) / (2 * step)
    assert s2sad.grad(f)(y, CONFIG) == pytest.approx(difference, rel=1e-7)
    assert s2sad.jvp(f, (y, CONFIG), (1.0, None))[1] == pytest.approx(difference, rel=1e-7)


def both(y, c):
    a = c.w + [y]
    b = [y * y] + c.w
    return sum(v * v for v in a + b)


def test_lists_of_both_of_which_that_is_not_known_are_refused():
    with pytest.raises(TypeError, match="lists are joined"):
        s2sad.grad(both)(0.44, CONFIG)
