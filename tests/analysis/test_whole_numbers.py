"""Arrays of whole numbers that loops and branches bring together with arrays of floats: their adjoints are of floats."""

import numpy as np
import pytest

import s2sad


def carried(x):
    m = np.array([1, 2])
    for i in range(3):
        m = m * 2 if i != 1 else m * x
    return np.sum(m * m)


def computed_of_it(x):
    m = np.arange(3)
    for i in range(3):
        s = m + 1
        m = s * s * x if i == 1 else s * s
    return np.sum(m * m)


def of_a_branch(x):
    m = np.arange(3) if x > 1.0 else np.array([x, x * x, 1.0])
    return np.sum(m**2) * x


def product_of_gates(x):
    gate = np.array([[x, 1.0j], [x * x, 2.0]])
    m = np.array([[1]])
    for i in range(2):
        m = np.kron(m, gate) if i == 1 else np.kron(m, np.eye(2))
    return np.sum(np.abs(m) ** 2)


@pytest.mark.parametrize("f", [carried, computed_of_it, of_a_branch, product_of_gates])
@pytest.mark.parametrize("x", [0.4, 1.3])
def test_adjoints_of_whole_numbers_are_floats(f, x):
    step = 1e-4
    slope = (f(x + step) - f(x - step)) / (2 * step)
    bend = (f(x + step) - 2 * f(x) + f(x - step)) / step**2
    assert s2sad.grad(f)(x) == pytest.approx(slope, rel=1e-5)
    assert s2sad.jvp(f, (x,), (1.0,))[1] == pytest.approx(slope, rel=1e-5)
    assert s2sad.hvp(f, (x,), (1.0,))[0] == pytest.approx(bend, rel=1e-5, abs=1e-5)


def test_arrays_of_floats_have_zeros_of_numpy():
    def f(x):
        m = np.array([1.0, 2.0])
        for i in range(3):
            m = m * 2 if i != 1 else m * x
        return np.sum(m * m)

    derivative = s2sad.grad(f)
    derivative(0.5)
    assert "np.zeros_like(m)" in derivative.source
