"""Products of Hessians, and tangents of what takes gradients, within functions that are differentiated."""

import math

import numpy as np
import pytest

import s2sad


def looped(t, c):
    total = 0.0
    for _ in range(3):
        total = math.sin(total + t * c) + 0.5 * t
    return total


def whiled(t, c):
    while t < 3.0:
        t = t * 1.5 + math.sin(c * t) * 0.1
    return t * c


def vec(a, c):
    b = a * c
    for k in range(1, len(b)):
        b[k] = np.sin(b[k - 1]) + b[k]
    return np.sum(b)


def rec(t, n):
    return t if n == 0 else math.sin(rec(t, n - 1) * t)


def lst(xs, c):
    ys = []
    for x in xs:
        ys.append(x * x * c)
    s = 0.0
    for i in range(len(ys)):
        s = math.sin(s + ys[i])
    return s


def product_of_hessian(x, y):
    return s2sad.hvp(lambda t: looped(t, y), (x,), (x * y,))[0]


def product_of_hessian_by_two(x, y):
    return s2sad.hvp(lambda t, u: looped(t, u) * y, (x, y), (x * y, 1.0))[1]


def tangent_of_gradient(x, y):
    return s2sad.jvp(s2sad.grad(lambda t: whiled(t, y)), (x,), (y,))[1]


def tangent_of_values_and_gradients(x, y):
    return s2sad.jvp(
        lambda t: s2sad.value_and_grad(lambda u: looped(u, t))(t)[0] * s2sad.grad(lambda u: looped(u, t))(y),
        (x,),
        (y,),
    )[1]


def tangent_of_value_and_gradient(x, y):
    (v, g), (vd, gd) = s2sad.jvp(lambda t: s2sad.value_and_grad(lambda u: looped(u, t))(t * y), (x,), (y,))
    return v * g + vd * gd * x


def product_of_product(x, y):
    return s2sad.hvp(lambda t: s2sad.hvp(lambda u: looped(u, y * t), (t,), (x,))[0], (x,), (y,))[0]


def product_of_arrays(a, y):
    return np.sum(s2sad.hvp(lambda b: vec(b, y), (a,), (a * y,))[0] * a)


def tangent_of_arrays(a, y):
    return np.sum(s2sad.jvp(s2sad.grad(lambda b: vec(b * a, y)), (a,), (a * y,))[1] * a)


def product_of_a_recursion(x, y):
    return s2sad.hvp(lambda t: rec(t * y, 3), (x,), (x * y,))[0]


def tangent_of_tangent_of_gradient(x, y):
    return s2sad.jvp(lambda t: s2sad.jvp(s2sad.grad(lambda u: looped(u, y)), (t,), (x,))[1], (x,), (y,))[1]


def tangent_of_newton_steps(x, y):
    def newton(z):
        for _ in range(3):
            z = z - 0.3 * s2sad.grad(lambda u: looped(u, y))(z)
        return z

    return s2sad.jvp(newton, (x,), (y,))[1] * y


def product_of_lists(x, y):
    g = s2sad.hvp(lambda b: lst(b, y), ([x, y, x * y],), ([1.0, y, x],))[0]
    return g[0] * g[1] + g[2]


def tangent_of_a_pair(x, y):
    (a, b), (c, d) = s2sad.jvp(lambda t: (s2sad.grad(lambda u: looped(u, t))(y), t * y), (x,), (y,))
    return a * b + c * d


def product_along_a_gradient(x, y):
    v, (g, k) = s2sad.value_and_grad(lambda t, u: looped(t, u), (0, 1))(x, y)
    h = s2sad.hvp(lambda t, u: looped(t, u), (x, y), (g, None))
    return v * g + k * h[0]


def tangent_of_a_branch(x, y):
    def inner(t):
        if t > 0.1:
            return s2sad.grad(lambda u: looped(u, y) * t)(t)
        return t

    return s2sad.jvp(inner, (x,), (1.0,))[1]


def pullback_of_a_gradient(x, y):
    o, p = s2sad.vjp(lambda t: s2sad.grad(lambda u: looped(u, y))(t), x)
    return p(y)[0] * o


def trace_of_hessian(a, y):
    H = 0.0
    for i in range(3):
        e = np.zeros(3)
        e[i] = 1.0
        H = H + s2sad.hvp(lambda b: vec(b, y), (a,), (e,))[0][i]
    return H


OF_NUMBERS = (
    product_of_hessian,
    product_of_hessian_by_two,
    tangent_of_gradient,
    tangent_of_values_and_gradients,
    tangent_of_value_and_gradient,
    product_of_product,
    product_of_a_recursion,
    tangent_of_tangent_of_gradient,
    tangent_of_newton_steps,
    product_of_lists,
    tangent_of_a_pair,
    product_along_a_gradient,
    tangent_of_a_branch,
    pullback_of_a_gradient,
)
OF_ARRAYS = (product_of_arrays, tangent_of_arrays, trace_of_hessian)
WIDTH = 1e-6


def moved(point, direction, step):
    return tuple(x + step * d for x, d in zip(point, direction))


def check(f, point, direction):
    """The gradient, and its derivative, against differences."""
    ends = [f(*moved(point, direction, way * WIDTH)) for way in (1.0, -1.0)]
    gradient = s2sad.grad(f, (0, 1))
    along = sum(np.sum(g * d) for g, d in zip(gradient(*point), direction))
    assert along == pytest.approx((ends[0] - ends[1]) / (2 * WIDTH), rel=1e-5, abs=1e-6)
    slopes = [gradient(*moved(point, direction, way * WIDTH)) for way in (1.0, -1.0)]
    for product, one, other in zip(s2sad.hvp(f, point, direction), *slopes):
        np.testing.assert_allclose(product, (one - other) / (2 * WIDTH), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("f", OF_NUMBERS, ids=lambda f: f.__name__)
def test_of_numbers(f):
    check(f, (0.6, 0.37), (0.8, -0.6))


@pytest.mark.parametrize("f", OF_ARRAYS, ids=lambda f: f.__name__)
def test_of_arrays(f):
    check(f, (np.array([0.3, 0.5, 0.9]), 0.7), (np.array([0.2, -0.4, 1.0]), -0.6))
