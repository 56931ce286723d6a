"""A derivative for one kind of call: its pullback may be called again, whatever becomes of what it was made of."""

import math

import numpy as np

import s2sad


def squares(x):
    y = x.copy()
    y[1:] += y[:-1] ** 2
    return y


def test_a_pullback_gives_the_same_again_though_value_and_arguments_change():
    x, bar = np.array([0.3, 0.7, -0.2]), np.array([1.0, 10.0, 100.0])
    value, pullback = s2sad.vjp(squares, x)
    jacobian = np.array([[1.0, 0.0, 0.0], [0.6, 1.0, 0.0], [0.0, 0.0, 1.0]])
    y = 0.7 + 0.09
    jacobian[2] = 2.0 * 0.7 * np.array([0.0, 1.0, 0.0]) + np.array([0.0, 0.0, 1.0])
    (first,) = pullback(bar)
    np.testing.assert_allclose(first, jacobian.T @ bar, rtol=1e-12)
    assert value[1] == y
    kept = first.copy()
    x[:], value[:], first[:] = 0.0, 0.0, 0.0
    (second,) = pullback(bar)
    np.testing.assert_array_equal(second, kept)


def test_what_is_not_differentiated_has_none():
    _, pullback = s2sad.vjp(lambda x, n, name: x**n, 2.0, 3, "a")
    assert pullback(1.0) == (12.0, None, None)


def test_alone_and_beside_the_function_the_text_computes_the_same():
    def f(x: float):
        return math.sin(x) * x

    space = {}
    exec(s2sad.emit(f, standalone=True), space)
    assert space["f_grad"](0.4) == math.cos(0.4) * 0.4 + math.sin(0.4) == s2sad.grad(f)(0.4)
