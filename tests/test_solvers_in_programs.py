"""Solvers as programs call them: in loops over active items, with options from outside, of functions of the module."""

import functools

import numpy as np
import pytest

import s2sad

optimize = pytest.importorskip("scipy.optimize")
interpolate = pytest.importorskip("scipy.interpolate")

P = np.array([1.0, 2.0, 1.5])
OPTIONS = {"xtol": 1e-13, "rtol": 1e-13, "full_output": False}
METHOD = {"method": "BFGS", "tol": 1e-11, "jac": None}


def cubic(x, p):
    return x**3 + p * x - 2.0


def bowl(u, p):
    return (u[0] - p[0]) ** 2 + (u[1] - p[1]) ** 2 * (1.0 + u[0] ** 2) + 0.1 * u[0] ** 4


class Cubic:
    def __init__(self, p):
        self.p = p

    def at(self, x):
        return cubic(x, self.p)


def over_items(p):
    return sum(optimize.brentq(lambda x: cubic(x, a), 0.0, 2.0, **OPTIONS) for a in p)  # noqa: B023


def over_items_with_args(p):
    total = 0.0
    for a in p:
        total = total + optimize.newton(cubic, 1.0, args=(a,), tol=1e-13) ** 2
    return total


def in_a_list(p):
    found = []
    for a in p:
        found.append(optimize.bisect(Cubic(a).at, 0.0, 2.0, xtol=1e-13))
    return np.sum(np.array(found) ** 2)


def of_the_module(p):
    return optimize.minimize(lambda u: bowl(u, p[:2]), np.zeros(2), **METHOD).x[0]


def with_args(p):
    return optimize.minimize(bowl, np.zeros(2), args=(p,), **METHOD).x[0]


def with_partial(p):
    return optimize.minimize(functools.partial(bowl, p=p), np.zeros(2), **METHOD).x[0]


@pytest.mark.parametrize(
    "f", [over_items, over_items_with_args, in_a_list, of_the_module, with_args, with_partial]
)
def test_programs(f):
    slopes = [(f(P + 1e-4 * u) - f(P - 1e-4 * u)) / 2e-4 for u in np.eye(3)]
    np.testing.assert_allclose(s2sad.grad(f)(P), slopes, rtol=2e-5, atol=2e-5)
    assert s2sad.jvp(f, (P,), (P,))[1] == pytest.approx(np.dot(slopes, P), rel=2e-5, abs=2e-5)


def test_options_that_change():
    options = {"power": 2.0, "shift": None}

    def powered(x, power, shift=None):
        return x**power if shift is None else x**power + x

    slope = s2sad.grad(lambda x: powered(x, **options))
    assert slope(3.0) == 6.0
    options["power"] = 3.0
    assert slope(3.0) == 27.0
    options["shift"] = 1.0
    assert slope(3.0) == 28.0


def test_keywords_beside_a_dict_that_is_known_when_the_program_runs():
    def total(*values, **named):
        return len(values) + sum(named.values())

    def f(x, more):
        return x * total(1, 2, first=5, **more)

    assert s2sad.value_and_grad(f)(2.0, {"second": 7}) == (28.0, 14.0)


def test_splines_by_their_coefficients():
    x = np.array([0.0, 1.0, 2.5, 3.0, 4.2, 5.0])
    y = np.array([0.3, 1.2, -0.5, 0.7, 1.9, 0.4])
    at = np.array([0.4, 1.7, 3.3, 4.9])

    def represented(values):
        return np.sum(interpolate.splev(at, interpolate.splrep(x, values)) ** 2)

    knots = np.array([0.0, 0.0, 0.0, 0.0, 1.5, 3.0, 3.0, 3.0, 3.0])

    def by_coefficients(c):
        return np.sum(interpolate.splev(at[:2], (knots, c, 3)) ** 2)

    for f, point in ((represented, y), (by_coefficients, y[:5])):
        slopes = [(f(point + 1e-6 * u) - f(point - 1e-6 * u)) / 2e-6 for u in np.eye(len(point))]
        np.testing.assert_allclose(s2sad.grad(f)(point), slopes, rtol=1e-6, atol=1e-7)


def test_what_varies_within_a_tuple_is_not_taken_as_constant():
    def knots_vary(t):
        return np.sum(
            interpolate.splev(np.array([0.4]), (np.append(np.zeros(4), t * np.ones(4)), np.ones(8), 3))
        )

    with pytest.raises(NotImplementedError, match="knots"):
        s2sad.grad(knots_vary)(3.0)


class Model:
    def __init__(self, a):
        self.a = a

    def log(self, x):
        return self.a * x * x


def test_a_method_that_is_called_as_those_of_loggers():
    assert s2sad.grad(lambda x, model: model.log(x))(2.0, Model(3.0)) == 12.0
