# ruff: noqa: B008 - the defaults are what is tested
"""Numbers of NumPy's and arrays where a function has them from outside: defaults, closures, globals, classes."""

import dataclasses
import enum

import numpy as np
import pytest

import s2sad

ROOT, COUNT, FLAG, ZERO_D = np.float64(3.0), np.int64(3), np.bool_(False), np.array(3.0)


class Order(enum.IntEnum):
    SECOND = 2


def float64(x, k=np.sqrt(2.0)):
    return x * k


def int64(x, k=np.int64(2)):
    return x**k


def truth(x, k=np.bool_(True)):
    return x * x if k else x


def zero_dimensional(x, k=np.array(2.0)):
    return x * k


def complex128(x, k=np.complex128(1 + 2j)):
    return (x * k).imag


def member(x, k=Order.SECOND):
    return x**k


def several(x, *, k=np.sqrt(2.0), pair=(np.sqrt(2.0), 1), items=(None, np.float64(0.5))):
    return x * k * pair[0] + x * items[1]


def nested(x):
    def inner(y, k=np.sqrt(2.0)):
        return y * k * k

    return inner(x) + inner(x * x, k=2.0)


def from_globals(x):
    return (x**COUNT * ROOT if not FLAG else x) * ZERO_D


class Scaled:
    factor = np.float64(2.0)
    power = np.int64(2)

    def __init__(self, v, k=np.sqrt(2.0)):
        self.v = v
        self.k = k

    def value(self, x, j=np.float64(3.0)):
        return self.v**self.power * self.factor * self.k * x * j


@dataclasses.dataclass
class Fielded:
    v: float
    k: float = np.sqrt(2.0)


def from_classes(x):
    return Scaled(x).value(x) * Scaled.factor + Fielded(x).k * Fielded(x, 3.0).v


def made_by(c, n, z):
    def captured(x):
        return x**n * c * z

    return captured


CASES = [
    float64,
    int64,
    truth,
    zero_dimensional,
    complex128,
    member,
    several,
    nested,
    from_globals,
    from_classes,
    made_by(np.float64(1.5), np.int64(2), np.array(0.5)),
    lambda x, k=np.sqrt(2.0): x * x * k,
]


@pytest.mark.parametrize("function", CASES)
def test_all_modes(function, check_modes):
    check_modes(function, (1.3,))


def test_single_precision():
    assert s2sad.grad(lambda x, k=np.float32(2.0): x * k)(1.3) == 2.0
    assert s2sad.jvp(lambda x, k=np.float32(2.0): x * k, (1.3,), (1.0,))[1] == 2.0


@pytest.mark.parametrize("function", [float64, int64, several, nested, from_classes])
def test_every_operator(function):
    slope = (function(1.3 + 1e-6) - function(1.3 - 1e-6)) / 2e-6
    for operator in (s2sad.jacobian, s2sad.jacfwd, s2sad.jacrev):
        assert operator(function)(1.3) == pytest.approx(slope)
    assert s2sad.vjp(function, 1.3)[1](1.0)[0] == pytest.approx(slope)
    assert s2sad.gradient(function, 1.3) == pytest.approx(slope)
    assert "def " in s2sad.grad(function).source
