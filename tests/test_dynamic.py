"""Functions that only the running program knows: differentiated when they are called."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.dynamic import call_fwd, call_jvp, call_rev, identity_of, leaves_of


def product(x, y):
    return x * math.sin(y)


def test_the_two_halves_of_a_call():
    value, saved = call_fwd(product, 2.0, 0.5)
    assert value == 2.0 * math.sin(0.5)
    bars = call_rev(saved, 3.0)
    numbers = [bar for bar in bars if isinstance(bar, float)]
    assert numbers[-2:] == pytest.approx([3.0 * math.sin(0.5), 6.0 * math.cos(0.5)])


def test_tangents():
    value, dot = call_jvp(product, None, (2.0, 0.5), (1.0, 10.0))
    assert (value, dot) == pytest.approx((2.0 * math.sin(0.5), math.sin(0.5) + 20.0 * math.cos(0.5)))


TABLE = {"square": lambda x: x * x, "cube": lambda x: x**3, "norm": lambda x: np.sqrt(np.sum(x * x))}


@pytest.mark.parametrize("name, slope", [("square", 1.4), ("cube", 3 * 0.49)])
def test_a_function_out_of_a_table(name, slope):
    def f(x, name):
        return TABLE[name](x) * 2.0

    assert s2sad.grad(f)(0.7, name) == pytest.approx(2.0 * slope)
    assert s2sad.jvp(f, (0.7, name), (1.0, None))[1] == pytest.approx(2.0 * slope)


def test_of_arrays():
    x = np.array([3.0, 4.0])
    assert s2sad.grad(lambda x, f: f(x) * 5.0)(x, TABLE["norm"]) == pytest.approx([3.0, 4.0])


def test_which_functions_are_one():
    def made(k):
        return lambda x: k * x

    class Box:
        def go(self, x):
            return x

    one = Box()
    assert identity_of(one.go) == identity_of(one.go) != identity_of(made)
    assert identity_of(made) == identity_of(made) and identity_of(made(1)) != identity_of(made(2))


def test_leaves_in_a_structure():
    assert leaves_of("one", 3.0) == [3.0]
    assert leaves_of(("one", ("one", "one")), (1.0, (2.0, 3.0))) == [1.0, 2.0, 3.0]


class Turn(np.ndarray):
    """An array with attributes and methods of its own."""

    def __new__(cls, numbers):
        made = np.array(numbers, dtype=float).view(cls)
        made.plain = np.array(numbers, dtype=float)
        return made

    @property
    def first(self):
        return self.plain[0]

    def applied(self, x):
        return np.array([self.first * x[0], self.first * x[1] * x[1]])


def test_methods_of_arrays_of_a_class_of_ones_own():
    s2sad.check_grads(lambda x: np.sum(Turn([2.0, 1.0]).applied(x)), (np.array([0.3, 0.4]),))


def drawn(x, w, b):
    d = x[1:] - b
    size = float(np.linalg.norm(d))
    if size < 1e-12:
        return np.zeros(3)
    c = np.cross(w, d)
    return size * c


FORCES = {"drawn": drawn}


def test_the_tangent_of_a_reverse_function_knows_what_was_saved_for_it():
    def f(x, w):
        total, b = 0.0, np.zeros(3)
        for force in [FORCES[name] for name in ("drawn", "drawn")]:
            total += np.sum(force(x, w, b) * np.array([1.0, 2.0, 3.0]))
        return total

    at, w = np.array([0.3, 1.2, 0.5, -0.7]), np.array([0.4, -0.2, 0.9])
    along, e = np.array([1.0, -0.5, 0.8, 0.3]), 1e-6
    turned, _ = s2sad.hvp(f, (at, w), (along, np.zeros(3)))
    gradient = s2sad.grad(f)
    assert turned == pytest.approx(
        (gradient(at + e * along, w) - gradient(at - e * along, w)) / (2 * e), rel=1e-5
    )
