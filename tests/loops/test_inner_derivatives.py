"""Derivatives that are taken inside of a compiled function."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax

X = np.array([0.3, -1.2, 0.7])


def of_numbers(x):
    return s2sad.grad(lambda y: y**3 * math.sin(y))(x) * x


def of_captured(x):
    return x * s2sad.grad(lambda y: y * 1)(x) + s2sad.grad(lambda y: x * y * y)(2.0)


def squared_slope(x):
    slope = s2sad.grad(lambda q: np.sum(q**4) + q[0] * np.sum(np.abs(q)))(x)
    return np.sum(slope**2)


def by_newton(x):
    def cubic(y):
        return y**3 - x[0] * y - x[2]

    y = 1.0
    for _ in range(6):
        y = y - cubic(y) / s2sad.grad(cubic)(y)
    return y * x[1]


def in_steps(q, p):
    def energy(q, p):
        return 0.5 * np.sum(p**2) + np.sum(np.cos(q))

    for _ in range(3):
        p = p - 0.1 * s2sad.grad(energy, 0)(q, p)
        q = q + 0.1 * s2sad.grad(energy, 1)(q, p)
    return np.sum(q * p)


def with_broadcasts(w, xs):
    def misfit(w, c):
        return np.sum((np.maximum(w * xs[:, None], 0.1) - c) ** 2)

    value, slopes = s2sad.value_and_grad(misfit, (0, 1))(w, w[1])
    return value + np.sum(slopes[0] ** 3) + slopes[1]


def second_derivatives(x):
    curvature = s2sad.hessian(lambda q: np.sum(q**4) + q[0] * q[1] * q[2])(x)
    return np.sum(curvature**2) + np.sum(s2sad.hvp(lambda q: np.sum(q**3), (x,), (x,))[0])


def of_means(x):
    def spread(q):
        return np.sum(np.mean(q, axis=0) ** 2) + np.sum(q.sum(axis=1, keepdims=True) * q)

    return np.sum(s2sad.grad(spread)(np.outer(x, x)) ** 2)


@pytest.mark.parametrize(
    "fun, args",
    [
        (of_numbers, (1.3,)),
        (of_captured, (4.0,)),
        (squared_slope, (X,)),
        (by_newton, (X,)),
        (in_steps, (X, X[::-1].copy())),
        (with_broadcasts, (X, X[:2].copy())),
        (second_derivatives, (X,)),
        (of_means, (X,)),
    ],
)
def test_gradients(check, fun, args):
    check(fun, *args)


def test_second_derivatives(in_python):
    wanted = s2sad.hvp(squared_slope, (X,), (X[::-1],))[0]
    assert s2sad.hvp(squared_slope, (X,), (X[::-1].copy(),), jit=True)[0] == pytest.approx(wanted, rel=1e-12)


def test_what_is_inside_of_it_is_not_that_around_it(in_python):
    assert s2sad.grad(of_captured, jit=True)(4.0) == 1.0 + 4.0


def test_a_changed_adjoint_inside_is_refused(in_python):
    def clipped(x):
        return s2sad.grad(lambda q: np.sum(s2sad.on_adjoint(q, lambda bar: 0.5 * bar) ** 2))(x)[0]

    with pytest.raises(UnsupportedSyntax, match="an adjoint is changed"):
        s2sad.grad(clipped, jit=True)(X)
