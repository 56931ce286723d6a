"""`jvp` within functions that are differentiated, of functions that give tuples, arrays, lists and dicts."""

import collections
import math

import numpy as np
import pytest

import s2sad
from s2sad import grad, jvp


def two(x):
    return x * x, x**3


def of_two(x):
    (v, w), (dv, dw) = jvp(two, (x,), (1.0,))
    return v * dw + w * dv


def of_tangents(x):
    def inner(y):
        (v, w), (dv, dw) = jvp(two, (y,), (1.0,))
        return v * dw, w * dv

    (v, w), (dv, dw) = jvp(inner, (x,), (1.0,))
    return v + w * dv + dw


def of_containers(x):
    value, dot = jvp(lambda y: {"a": y * y, "b": [y, y**3 * x]}, (x,), (x,))
    return dot["b"][1] * value["a"]


def of_array(x):
    value, dot = jvp(lambda y: np.sin(y) * y, (x,), (np.ones(2),))
    return np.sum(value * dot)


def of_written_array(x):
    def steps(y):
        a = np.zeros(3)
        a[0] = y[0] * y[1]
        for i in range(1, 3):
            a[i] = a[i - 1] * y[0]
        return a

    value, dot = jvp(steps, (x,), (np.array([1.0, 2.0]),))
    return np.sum(value * dot)


def of_loop(x):
    def grows(y):
        while y < 10:
            y = y * y
        return y, math.log(y)

    (a, b), (c, d) = jvp(grows, (x,), (1.0,))
    return a * d + b * c


def of_two_arguments(x):
    (a, b), (c, d) = jvp(lambda y, z: (y @ z, z * 2), (x, x * 2), (x, np.ones(2)))
    return a * np.sum(d) + c * np.sum(b)


def of_constants(x):
    value, dot = jvp(lambda y: (y * y, 3.0, y > 1), (x,), (1.0,))
    return value[0] * dot[0] * value[1] + dot[1]


def in_a_branch(x):
    if x > 1:
        value, dot = jvp(lambda y: np.array([y * y, 3.0]), (x,), (1.0,))
    else:
        value, dot = np.zeros(2), np.zeros(2)
    return value @ dot + dot[0]


def in_a_loop(x):
    y = x
    for _ in range(4):
        value, slope = jvp(lambda t: (t * t - x, t), (y,), (1.0,))
        y = y - value[0] / slope[0]
    return y


def of_a_gradient(x):
    return grad(lambda y: jvp(lambda z: (math.sin(z), z * z), (y,), (y,))[1][1])(x)


def of_a_solution(x):
    matrix = np.array([[2.0, 0.5], [1.0, 3.0]])
    value, dot = jvp(lambda y: np.linalg.solve(matrix * y, np.array([1.0, 2.0]) * y * y), (x,), (1.0,))
    return value @ dot


Pair = collections.namedtuple("Pair", "first second")


def of_named(x):
    value, dot = jvp(lambda y: Pair(y * y, y**3), (x,), (1.0,))
    return value.first * dot.second


def by_name(x):
    value, dot = s2sad.jvp(fun=two, primals=(x,), tangents=(x,))
    return value[0] * dot[1]


def curvature_again_and_again(x):
    for _ in range(2):
        point = np.array([x, 0.7, 0.4])
        x = jvp(grad(lambda a: np.sum(a * a * a) + a[0]), (point,), (np.array([0.3, 0.7, 1.0]),))[1][0]
    return x


def slope_and_curvature_again(x):
    for _ in range(2):
        point = np.array([x, 0.7, 0.4])
        g, h = jvp(grad(lambda a: np.sum(np.sqrt(1.0 + a)) + a[0] * a[1]), (point,), (np.ones(3),))
        x = x * h[0] + g[1]
    return x


def of_products(x):
    first, second = s2sad.hvp(lambda a, b: a**3 * b * b, (x, 2.0 * x), (1.0, x))
    return first * x + second


def of_a_product_by_one(x):
    first, nothing = s2sad.hvp(lambda a, b: a**3 * b, (x, 2.0), tangents=(1.5, None))
    return first * x if nothing is None else 0.0


def of_products_of_arrays(x):
    v = x
    for _ in range(2):
        point = np.array([v, 0.7, x])
        v = s2sad.hvp(lambda a: np.sum(np.sin(a) * a[0] * x), (point,), (np.array([x, 1.0, 0.3]),))[0][1]
    return v


def of_a_pullback(x):
    value, pullback = s2sad.vjp(lambda a, b: a * b * b + np.sin(a), x, 2.0 * x)
    first, second = pullback(x)
    return value * first + second * pullback(1.0)[1]


def of_a_pullback_of_two(x):
    (first, second), pullback = s2sad.vjp(lambda a: (a * a, a**3 * x), x)
    return first * pullback((1.0, x))[0] + second


def of_pullbacks_of_arrays(x):
    for k in range(2):
        point = np.array([x, 0.7, 0.4])
        _, pullback = s2sad.vjp(lambda a: np.sin(a) * a[0], point)
        x = pullback(np.array([1.0, x, k]))[0][0]
    return x


CASES = [
    (of_a_pullback, (1.1,)),
    (of_a_pullback_of_two, (1.1,)),
    (of_pullbacks_of_arrays, (0.6,)),
    (of_products, (1.1,)),
    (of_a_product_by_one, (1.1,)),
    (of_products_of_arrays, (0.6,)),
    (curvature_again_and_again, (0.61,)),
    (slope_and_curvature_again, (0.61,)),
    (of_two, (1.1,)),
    (of_tangents, (1.1,)),
    (of_containers, (1.1,)),
    (of_array, (np.array([1.1, 0.7]),)),
    (of_written_array, (np.array([1.1, 0.7]),)),
    (of_loop, (1.6,)),
    (of_two_arguments, (np.array([1.1, 0.7]),)),
    (of_constants, (1.6,)),
    (in_a_branch, (1.6,)),
    (in_a_branch, (0.6,)),
    (in_a_loop, (2.6,)),
    (of_a_gradient, (1.3,)),
    (of_a_solution, (1.3,)),
    (of_named, (1.3,)),
    (by_name, (1.3,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, check_modes):
    check_modes(function, args)


def test_tangents_of_tangents():
    found = jvp(lambda x: jvp(two, (x,), (1.0,)), (2.0,), (1.0,))
    assert found == (((4.0, 8.0), (4.0, 12.0)), ((4.0, 12.0), (2.0, 12.0)))
    found = jvp(lambda x: jvp(lambda y: (y * y, {"k": y**3}), (x,), (1.0,)), (2.0,), (1.0,))
    assert found == (((4.0, {"k": 8.0}), (4.0, {"k": 12.0})), ((4.0, {"k": 12.0}), (2.0, {"k": 12.0})))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: s2sad.vjp(two, x, rules=())[0][1],
        lambda x: s2sad.grad(math.sin, rules=[])(x),
        lambda x: s2sad.jvp(two, (x,), (1.0,), rules=())[1][0],
    ],
)
def test_what_is_not_followed_is_refused(function):
    with pytest.raises(s2sad.DifferentiationError, match="be called in this way inside") as found:
        s2sad.grad(function)(0.7)
    assert found.value.location.file == __file__
