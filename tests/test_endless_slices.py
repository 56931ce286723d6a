"""Iterators without end of what isn't differentiated, cut by something lazy: as many items are taken as are asked for."""

import itertools

import numpy as np
import pytest

import s2sad


def sliced(xs):
    total = 0.0
    for k, sign in enumerate(itertools.islice(itertools.cycle([1.0, -1.0]), len(xs))):
        total = total + sign * xs[k] ** 2
    return total


def sliced_alone(xs):
    total = 0.0
    for sign in itertools.islice(itertools.cycle((1.0, -2.0)), 3):
        total = total + sign * xs[0] * xs[1]
    return total


def in_a_zip(xs):
    total = 0.0
    for x, sign in zip(xs, itertools.islice(itertools.cycle([1.0, -1.0]), len(xs))):
        total = total + sign * x * x
    return total


def counted(xs):
    total = 0.0
    for x, k in zip(xs, itertools.islice(itertools.count(2), len(xs))):
        total = total + k * x * x
    return total


def numbered(xs):
    total = 0.0
    for k, (x, sign) in enumerate(zip(xs, itertools.islice(itertools.cycle([1.0, -1.0]), len(xs)))):
        total = total + k * sign * x * x
    return total


def taken(xs):
    total = 0.0
    for k in itertools.takewhile(lambda n: n < 4, itertools.count(1)):
        total = total + k * xs[0] * xs[2]
    return total


def between(xs):
    total = 0.0
    for k in itertools.islice(itertools.count(), 1, 6, 2):
        total = total + k * xs[0] ** 2
    return total


FUNCTIONS = [sliced, sliced_alone, in_a_zip, counted, numbered, taken, between]
X = [1.3, 0.4, -0.7]


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda fun: fun.__name__)
@pytest.mark.parametrize("make", [list, np.array])
def test_gradients(fun, make):
    def moved(i, step):
        return fun([x + step * (i == k) for k, x in enumerate(X)])

    wanted = [(moved(i, 1e-6) - moved(i, -1e-6)) / 2e-6 for i in range(3)]
    x = make(X)
    assert np.asarray(s2sad.grad(fun)(x)) == pytest.approx(np.array(wanted), rel=1e-7, abs=1e-9)
    value, tangent = s2sad.jvp(fun, (x,), (make([1.0, 0.5, -2.0]),))
    assert value == pytest.approx(fun(X))
    assert tangent == pytest.approx(np.dot(wanted, [1.0, 0.5, -2.0]), rel=1e-7, abs=1e-9)
