"""What the reverse sweep goes by: kinds of adjoints, parts that are put back, the parts of a state that belong together."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.ad.sweep_state import Restored
from s2sad.ir.nodes import Var

X, Y = Var("x"), Var("y")


def test_what_holds_of_several_classes_is_the_union():
    one = Restored(reads=frozenset({(1, X)}), writes=frozenset({5}), arrays=frozenset({X}))
    other = Restored(writes=frozenset({6}), numbers=frozenset({Y}), stores=frozenset({7}))
    assert Restored.together([one, other]) == Restored(
        frozenset({(1, X)}), frozenset({5, 6}), frozenset({X}), frozenset({Y}), frozenset({7})
    )


def real_of_complex(x):
    z = x * (1.0 + 2.0j)
    return (z * z).real


def real_array_in_complex(x):
    z = np.array([x, x * x]) * (0.5 - 1.0j)
    return float(np.sum(z * np.conj(z) * x).real)


def absolute(x):
    return abs(x * 1j + 2.0) * x


@pytest.mark.parametrize("function", [real_of_complex, real_array_in_complex, absolute])
def test_the_adjoint_of_a_real_number_is_real(function):
    x, h = 0.7, 1e-6
    found = s2sad.grad(function)(x)
    assert isinstance(found, float)
    assert found == pytest.approx((function(x + h) - function(x - h)) / (2 * h), rel=1e-8)


def overwritten(u):
    u = u.copy()
    total = 0.0
    for i in range(1, len(u)):
        total += u[i - 1] * u[i]
        u[i] = math.sin(u[i]) + u[i - 1]
    return total


def read_again(u):
    v = np.zeros(len(u))
    v[0] = u[0]
    for i in range(1, len(u)):
        v[i] = v[i - 1] * u[i] + v[i - 1] ** 2
    return v[-1] * v[1]


def rows_in_turn(u):
    a, b = u.copy(), np.zeros(len(u))
    for _ in range(3):
        b[1:] = a[1:] * a[:-1]
        b[0] = a[-1]
        a, b = b, a
    return np.sum(a * a) + np.sum(b)


def list_in_list(u):
    rows = [[v, v * v] for v in u]
    rows[0][1] = rows[1][0] * rows[2][1]
    row = rows[0]
    row[0] = row[1] * 3.0
    return rows[0][0] * rows[2][0]


@pytest.mark.parametrize("function", [overwritten, read_again, rows_in_turn, list_in_list])
def test_what_was_overwritten_is_read_as_it_was(ad, function):
    u = np.array([0.3, -0.5, 0.8, 1.1])
    assert s2sad.grad(function)(u) == pytest.approx(ad.slopes(function, u), abs=1e-8)


def test_what_stays_where_it_was_written_is_not_saved():
    def final(u: np.ndarray):
        v = np.zeros(len(u))
        v[0] = u[0]
        for i in range(1, len(u)):
            v[i] = v[i - 1] * u[i] + v[i - 1] ** 2
        return v[-1]

    text = s2sad.emit(final)
    assert "append" not in text and "saved" not in text


def number_or_array(x, real):
    z = x * 1.0 if real else 1.0j
    z = z * z
    if real:
        z[0] = x[1] * 2.0
    return np.sum((z * x * (0.5 - 2.0j)).imag) + np.sum(np.abs(z))


def array_or_number(x, real):
    z = 1.0j
    for i in range(3):
        if real:
            z = x * i
            z += x
    return np.sum((z * x).real) + np.sum((z * 1.0j).imag)


def active_number_or_array(x, real):
    z = x[0] * 1.0j
    if real:
        z = x * 2.0
        z += x
    return np.sum((z * x * (1.0 - 2.0j)).real)


def real_number_or_complex_array(x, real):
    z = x[0] * 2.0
    if real:
        z = x * 2.0j
        z[1] = z[0] * x[2]
    return np.sum((z * x * (1.0 - 2.0j)).real)


@pytest.mark.parametrize(
    "function", [number_or_array, array_or_number, active_number_or_array, real_number_or_complex_array]
)
@pytest.mark.parametrize("real", [True, False])
def test_a_name_that_is_a_number_or_an_array_of_which_one_is_complex(ad, function, real):
    """Its adjoint may be added to in place, so that it has to be real where the array is."""
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x, real) == pytest.approx(ad.slopes(lambda x: function(x, real), x), abs=1e-8)
