"""An adjoint or tangent that happens to be zero still varies: second derivatives through it are those of a product."""

import math

import numpy as np
import pytest

import s2sad


def misfit(p, q):
    return (q - 1.0) * p**0.5


def fraction(p, q):
    return q ** (p**0.15)


def quotient(p, q):
    return (q - 1.0) / p**0.5


def any_power(p, q):
    return (q - 1.0) * math.pow(p, q)


def root_of_an_item(p, q):
    a = np.array([p, q])
    a[0] = np.sqrt(a[0])
    return float(a[0] * (a[1] - 1.0))


def squares(p, q):
    return sum((p**0.5 * t - q * t) ** 2 for t in (1.0, 2.0))


FUNCTIONS = [misfit, fraction, quotient, any_power, root_of_an_item, squares]


def differences(f, x, h=1e-5):
    def column(j):
        up, down = list(x), list(x)
        up[j], down[j] = x[j] + h, x[j] - h
        return np.subtract(s2sad.grad(f, (0, 1))(*up), s2sad.grad(f, (0, 1))(*down)) / (2 * h)

    return np.array([column(0), column(1)]).T


@pytest.mark.parametrize("f", FUNCTIONS)
@pytest.mark.parametrize("x", [(0.37, 1.0), (1.0, 1.0)])
def test_second_derivatives_at_a_zero_adjoint(f, x):
    wanted = pytest.approx(differences(f, x), rel=1e-5, abs=1e-6)
    assert np.array(s2sad.hessian(f, (0, 1))(*x)) == wanted
    assert np.array([s2sad.hvp(f, x, e) for e in ((1.0, 0.0), (0.0, 1.0))]).T == wanted
    assert np.array(s2sad.jacrev(lambda p, q: np.array(s2sad.grad(f, (0, 1))(p, q)), (0, 1))(*x)).T == wanted


def test_second_derivatives_along_a_tangent_that_is_zero():
    slope = lambda q: s2sad.jvp(lambda p: p**0.5, (0.25,), (q - 1.0,))[1]  # noqa: E731
    assert s2sad.jvp(slope, (1.0,), (1.0,))[1] == s2sad.grad(slope)(1.0) == 1.0


def test_third_derivatives_at_a_zero_adjoint():
    by_p = lambda p, q: s2sad.grad(misfit)(p, q)  # noqa: E731
    twice = lambda p, q: s2sad.grad(by_p)(p, q)  # noqa: E731
    assert s2sad.grad(twice, 1)(0.25, 1.0) == pytest.approx(-0.25 * 0.25**-1.5)
    assert s2sad.jvp(twice, (0.25, 1.0), (0.0, 1.0))[1] == pytest.approx(-0.25 * 0.25**-1.5)


def test_a_zero_is_still_stronger_than_an_infinity():
    assert s2sad.hvp(misfit, (0.0, 1.0), (0.0, 0.0)) == (0.0, 0.0)
    assert s2sad.hvp(lambda p, q: p**0.5 + q**2, (0.0, 1.0), (0.0, 1.0)) == (0.0, 2.0)


def test_nothing_of_it_is_seen():
    made = s2sad.grad(misfit)
    made(0.5, 2.0)
    assert "p_bar" not in made.source and "strong_zero" not in made.source
    assert "if" in made.source
