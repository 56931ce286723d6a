"""What passes for machine code are told of the parameters of a derivative."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.loops.numba_module import NumbaModule
from tests.loops.conftest import as_python

A = np.array([[3.0, 0.4, -0.2], [0.1, 2.5, 0.7], [-0.3, 0.2, 4.0]])
B = np.array([1.0, -0.5, 2.0])


def solved(A, b):
    return np.linalg.solve(A, b)


def counted(A, b):
    return np.argsort(b), solved(A, b)


@pytest.mark.parametrize("fun, bar", [(solved, B), (counted, (np.zeros(3), B))])
def test_a_cotangent_is_an_array_like_its_value(in_python, fun, bar):
    made = s2sad.vjp(fun, A, B, jit=True)[1]
    of_matrix, of_vector = made(bar)
    step, other = np.linspace(-1.0, 1.0, 9).reshape(3, 3), np.array([0.3, 0.2, -0.4])
    up, down = (solved(A + h * step, B + h * other) for h in (1e-6, -1e-6))
    wanted = np.vdot(B, up - down) / 2e-6
    assert np.vdot(of_matrix, step) + np.vdot(of_vector, other) == pytest.approx(wanted, rel=1e-7)


def of(self):
    """What stands for the compiled function, in the text of which there is nothing that Numba hasn't."""
    assert "np.multiply.outer" not in self.text and "np.add.reduce" not in self.text
    return as_python(self)


def test_what_numba_has_of_vectors_takes_the_place_of_outer_products(monkeypatch):
    monkeypatch.setattr(NumbaModule, "compiled", property(of))
    of_matrix, _ = s2sad.vjp(solved, A, B, jit=True)[1](B)
    np.testing.assert_allclose(of_matrix, -np.outer(np.linalg.solve(A.T, B), np.linalg.solve(A, B)))


def logarithm_of_sum(a, b):
    most = max(a, b)
    if most == -np.inf:
        return -np.inf
    return most + math.log(math.exp(a - most) + math.exp(b - most))


def chained(x):
    a = np.full(3, -np.inf)
    a[0] = x[0]
    for t in range(1, 3):
        n = np.full(3, -np.inf)
        for s in range(3):
            v = a[s]
            if s > 0:
                v = logarithm_of_sum(v, a[s - 1])
            n[s] = v + x[t] * x[t]
        a = n
    return a[1]


def test_the_real_part_of_a_float_is_one(monkeypatch):
    monkeypatch.setattr(NumbaModule, "compiled", property(of))
    x, v = np.array([0.3, -0.2, 0.5]), np.array([1.0, 0.5, -2.0])
    (found,) = s2sad.hvp(chained, (x,), (v,), jit=True)
    np.testing.assert_allclose(found, [0.0, 2.0 * v[1], 2.0 * v[2]], atol=1e-14)
