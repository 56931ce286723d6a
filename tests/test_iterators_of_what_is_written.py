"""An iterator over a list sees it as it is when an item is taken, as Python's does."""

import numpy as np
import pytest

import s2sad


def item_by_item(x):
    z = [x, 2.0 * x, 3.0 * x]
    it = iter(z)
    s = next(it)
    z[1] += s * x
    s += next(it) * x
    return s + next(it)


def shorter(x):
    z = [k * x for k in (1.0, 2.0, 3.0)]
    it = iter(z)
    first = next(it)
    z.pop()
    return first + sum(it) * x


def longer(x):
    z = [x] + [2.0 * x, 3.0 * x]
    it = iter(z)
    first = next(it)
    z.insert(0, x**3)
    z.append(x)
    return first * x + sum(it) * x


def in_another_order(x):
    z = [x, 2.0 * x, 3.0 * x]
    it = iter(z)
    z.reverse()
    return next(it) * x


def sorted_meanwhile(x):
    z = list((x, 2.0 * x, 3.0 * x))
    it = iter(z)
    z.sort(key=lambda v: -v)
    return next(it) * x


def written_as_a_whole(x):
    z = [0.0] * 3
    z[0] = x
    it = iter(z)
    z[:] = [x * x, x, x]
    return next(it) * x


def in_a_loop(x):
    z = [x, 2.0 * x, 3.0 * x]
    it = iter(z)
    s = 0.0
    for v in it:
        s += v * x
        z[2] += v
        s += next(it, 0.0) * x * x
    return s


def by_a_while_loop(x):
    z = [x, 2.0 * x, 3.0 * x]
    it = iter(z)
    s = 0.0
    while True:
        v = next(it, None)
        if v is None:
            break
        s += v * x
        z[2] += v
    return s


def in_a_helper(x):
    def take(items):
        return next(items)

    z = [x, 2.0 * x, 3.0 * x]
    it = iter(z)
    first = take(it)
    z[1] *= x
    return take(it) * first


def over_rows(x):
    z = [[x, 1.0], [2.0 * x, 3.0]]
    it = iter(z)
    first = next(it)
    z[1] = [x * x, 1.0]
    return first[0] * next(it)[0]


def of_an_argument(x, z=(1.0, 2.0, 3.0)):
    z = list(z)
    it = iter(z)
    first = next(it)
    z[1] = x * x
    return next(it) * first * x


PROGRAMS = (
    item_by_item,
    shorter,
    longer,
    in_another_order,
    sorted_meanwhile,
    written_as_a_whole,
    in_a_loop,
    by_a_while_loop,
    in_a_helper,
    over_rows,
    of_an_argument,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_iterators(f):
    expected = (f(1.5 + 1e-6) - f(1.5 - 1e-6)) / 2e-6
    value, gradient = s2sad.value_and_grad(f)(1.5)
    assert np.isclose(value, f(1.5)) and np.isclose(gradient, expected)
    assert np.isclose(s2sad.jvp(f, (1.5,), (1.0,))[1], expected)


def of_a_list(z):
    it = iter(z)
    first = next(it)
    z[1] = first * first
    return next(it) * z[2]


def test_of_a_differentiated_list():
    assert s2sad.grad(of_a_list)([2.0, 3.0, 5.0]) == [20.0, 0.0, 4.0]
