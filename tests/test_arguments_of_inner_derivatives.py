"""Derivatives within what is differentiated, of functions that get objects, None, functions, and lists that they write to.

What the inner derivative gives is known by the formula; the outer one is checked against differences.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import s2sad

X = 0.7


class Line:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.others = [1.0, 2.0]

    def at(self, x):
        return x * self.a + self.b


@dataclass(frozen=True)
class Frozen:
    a: float
    b: float

    def at(self, x):
        return x * self.a + self.b


class Named(NamedTuple):
    a: float
    b: float

    def at(self, x):
        return x * self.a + self.b


def along(x, line):
    return line.at(x) ** 2 * x


def of_line(line, x):
    return line.at(x) ** 2 * x


def with_aux(x, line):
    return along(x, line), line.a


def power(x, n, factor):
    return x**3 if n is None else factor * x


def of_pair(pair, f):
    return pair[0] ** 3 * (1 if pair[1] is None else f(pair[1]))


def mapped(x, w, f):
    return f(f(x)) * w


def pulled_back(x):
    value, pullback = s2sad.vjp(along, x, Line(2.0, x))
    return value * pullback(1.0)[0]


def pulled_back_to_an_object(x):
    _, pullback = s2sad.vjp(of_line, Frozen(x, x), x)
    line_bar, x_bar = pullback(1.0)
    return line_bar.a * x_bar


def slope(x, a, b):
    """The derivative of `along` by x."""
    return (x * a + b) ** 2 + 2 * (x * a + b) * a * x


@pytest.mark.parametrize(
    ("f", "formula"),
    [
        (lambda x: s2sad.grad(along)(x, Line(x, 2.0)), lambda x: slope(x, x, 2.0)),
        (lambda x: s2sad.grad(along)(x, Line(3.0, 2.0)), lambda x: slope(x, 3.0, 2.0)),
        (lambda x: s2sad.grad(along)(x, Frozen(x, 2.0)), lambda x: slope(x, x, 2.0)),
        (lambda x: s2sad.grad(along)(x, Named(x, 2.0)), lambda x: slope(x, x, 2.0)),
        (lambda x: s2sad.value_and_grad(along)(x, Line(x, 1.0))[1], lambda x: slope(x, x, 1.0)),
        (lambda x: s2sad.grad(with_aux, has_aux=True)(x, Line(x, 1.0))[0], lambda x: slope(x, x, 1.0)),
        (lambda x: s2sad.jvp(along, (x, Line(x, 1.0)), (1.0, None))[1], lambda x: slope(x, x, 1.0)),
        (lambda x: s2sad.grad(of_line)(Frozen(x, 2.0), x).a, lambda x: 2 * (x * x + 2.0) * x * x),
        (lambda x: s2sad.grad(of_line)(Named(x, 2.0), x).b, lambda x: 2 * (x * x + 2.0) * x),
        (lambda x: s2sad.grad(of_line, (0, 1))(Frozen(x, 2.0), x)[1], lambda x: slope(x, x, 2.0)),
        (lambda x: s2sad.grad(power)(x, None, "none"), lambda x: 3 * x * x),
        (lambda x: s2sad.grad(power)(x, 1, x), lambda x: x),
        (lambda x: s2sad.grad(of_pair)((x, None), math.sin)[0], lambda x: 3 * x * x),
        (lambda x: s2sad.jvp(of_pair, ((x, None), math.sin), ((1.0, None), None))[1], lambda x: 3 * x * x),
        (lambda x: s2sad.grad(mapped, (0, 1))(x, 0.2, math.sin)[1], lambda x: math.sin(math.sin(x))),
        (lambda x: s2sad.grad(lambda y, *a: y * a[0] ** 2 * a[2])(x, x, None, 2.0), lambda x: 2 * x * x),
        (pulled_back, lambda x: along(x, Line(2.0, x)) * slope(x, 2.0, x)),
        (pulled_back_to_an_object, lambda x: 2 * (x * x + x) * x * x * slope(x, x, x)),
    ],
)
def test_what_arguments_are(f, formula):
    assert f(X) == pytest.approx(formula(X))
    wanted = (formula(X + 1e-5) - formula(X - 1e-5)) / 2e-5
    assert s2sad.grad(f)(X) == pytest.approx(wanted, rel=1e-7)
    assert s2sad.jvp(f, (X,), (1.0,))[1] == pytest.approx(wanted, rel=1e-7)


def written(xs):
    xs[0] = xs[1] * xs[0]
    xs.append(xs[0])
    return sum(xs) * xs[0]


def written_by_key(table):
    table["a"] = table["a"] * table["b"]
    table["c"] = table["a"]
    return table["c"] * table["a"] + table["b"]


def written_slice(xs):
    part = xs[1:]
    part[0] = part[1] * xs[0]
    xs[:2] = part[:2]
    return sum(part) * xs[0] * xs[-1]


def written_beside(x, xs):
    xs[0] = x * xs[1]
    return sum(xs) ** 2


def of_a_list_that_grows(x):
    xs = []
    for i in range(3):
        xs.append(x * i)
    return sum(s2sad.grad(written)(xs)) + sum(xs)


def of_a_list_that_is_written_before_and_after(x):
    xs = [x, x * x]
    xs[1] = 3 * x
    g = s2sad.grad(written)(xs)
    xs[0] = g[0]
    return g[1] * xs[0] + xs[1]


def beside_the_differentiated_argument(x):
    ys = [1.0, x]
    return s2sad.grad(written_beside)(x, ys) * ys[0]


@pytest.mark.parametrize(
    "f",
    [
        of_a_list_that_grows,
        of_a_list_that_is_written_before_and_after,
        beside_the_differentiated_argument,
        lambda x: s2sad.grad(written_by_key)({"a": x, "b": 2 * x})["a"],
        lambda x: sum(s2sad.grad(written_slice)([x, 2 * x, x * x, 1.0])),
        lambda x: s2sad.jvp(written, ([x, x],), ([1.0, 2.0],))[1],
    ],
)
def test_lists_that_the_inner_function_writes_to(f):
    wanted = (f(X + 1e-5) - f(X - 1e-5)) / 2e-5
    assert s2sad.grad(f)(X) == pytest.approx(wanted, rel=1e-6)
    assert s2sad.jvp(f, (X,), (1.0,))[1] == pytest.approx(wanted, rel=1e-6)


def soft_centres(x, points):
    centres = x
    for _ in range(2):
        weights = np.exp(-((points[:, None] - centres[None, :]) ** 2))
        weights /= weights.sum(axis=1, keepdims=True)
        centres = weights.T @ points
    return np.sum(centres * x)


def split(x):
    left, right = np.split(x, 2)
    first, *others = np.array_split(x, 3)
    return np.sum(left * right**2) * np.sum(first) + others[-1][0] ** 2


@pytest.mark.parametrize(
    ("f", "rest"),
    [
        (soft_centres, (np.array([0.3, 1.1, 0.8]),)),
        (split, ()),
        (lambda x: np.sum(np.sinc(x)), ()),
        (lambda x: np.sum(np.interp(x, np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 2.0])) * x), ()),
    ],
)
def test_pullbacks_of_gradients_of_arrays(f, rest):
    at, along_ = np.array([0.3, 0.7, 1.2, 1.6]), np.array([1.0, -0.5, 0.3, 2.0])
    _, pullback = s2sad.vjp(s2sad.grad(f), at, *rest)
    gradient = s2sad.grad(f)
    wanted = (gradient(at + 1e-5 * along_, *rest) - gradient(at - 1e-5 * along_, *rest)) / 2e-5
    assert pullback(along_)[0] == pytest.approx(wanted, rel=1e-6, abs=1e-8)


def discounted(market, t):
    return market.at(t) * market.b


def test_the_pullback_of_a_gradient_by_an_object():
    gradient = s2sad.grad(discounted, (0, 1))
    value, pullback = s2sad.vjp(gradient, Frozen(0.3, 2.0), 0.5)
    assert value == (Frozen(a=1.0, b=4.15), 0.6)
    market_bar, t_bar = pullback((Frozen(1.0, 0.0), 0.0))  # of b t, by b and by t
    assert (market_bar, t_bar) == (Frozen(a=0.0, b=0.5), 2.0)
