"""What is written to items and attributes: slices, keys, parts of arrays, and what may not be written."""

import dataclasses

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

TABLE = {"a": 1.0}


class Bag:
    def __init__(self):
        self.items = {}

    def __setitem__(self, key, value):
        self.items[key] = 2.0 * value

    def __getitem__(self, key):
        return self.items[key]


@dataclasses.dataclass(frozen=True)
class Fixed:
    v: float


def slices(x):
    xs = [x, 2.0, 3.0, 4.0]
    xs[1:3] = [x * x]
    xs[:0] = (5.0, x)
    return xs[1] * xs[3] * len(xs)


def by_methods(x):
    bag = Bag()
    bag["k"] = x * x
    return bag["k"]


def columns(x):
    a = np.zeros((2, 3))
    a[:, 1] = x
    a[0] = [x * x, 1.0, x]
    a[..., 2] += 1.0
    a.T.flat[5] = 3.0 * x
    return np.sum(a * a)


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (slices, lambda x: 15.0 * x**2),
        (by_methods, lambda x: 4.0 * x),
        (columns, lambda x: 4.0 * x**3 + 2.0 * (x + 1.0) + 2.0 * x + 18.0 * x),
    ],
)
def test_slopes(check_modes, function, slope):
    try:
        check_modes(function, (0.7,))
    except DifferentiationError:
        assert function is columns  # `flat` may be refused, never wrong
        return
    assert s2sad.grad(function)(0.7) == pytest.approx(slope(0.7))


def outside(x):
    TABLE["a"] = x
    return x * x


def frozen(x):
    fixed = Fixed(x)
    fixed.v = x * x
    return fixed.v


def tuples(x):
    pair = (x, 1.0)
    pair[0] = x * x
    return pair[0]


@pytest.mark.parametrize("function", [outside, frozen, tuples])
def test_what_may_not_be_written(function):
    with pytest.raises((DifferentiationError, TypeError, AttributeError)):
        s2sad.grad(function)(0.7)
    assert TABLE == {"a": 1.0}


def away_from_zero(east, north):
    """Of arrays, or of numbers, to which nothing can be assigned by index."""
    try:
        east[abs(east) < 1e-3] = 0.0
        north[abs(north) < 1e-3] = 0.0
    except TypeError:
        east = 0.0 if abs(east) < 1e-3 else east
        north = 0.0 if abs(north) < 1e-3 else north
    return np.hypot(east, north)


def test_an_index_of_a_number():
    x = np.array([0.3, 0.4])
    s2sad.check_grads(lambda x: away_from_zero(x[0], x[1]), (x,))
    s2sad.check_grads(lambda x: np.sum(away_from_zero(1.0 * x, x + 1.0)), (x,))
    assert s2sad.grad(lambda x: away_from_zero(x[0], x[1]))(np.array([1e-5, 0.4])).tolist() == [0.0, 1.0]

    def f(x):
        x[0] = 3.0
        return x

    with pytest.raises(TypeError, match="item assignment"):
        s2sad.grad(f)(0.5)
