"""The imaginary part of an array that is written in place: a copy, where nobody can tell it from a view."""

import numpy as np
import pytest

import s2sad


def complete(x):
    z = np.zeros(3, dtype=complex)
    for i in range(3):
        z[i] = x[i] * (1.0 + 2.0j) * x[0]
    return np.sum(z.imag**2) + np.sum(z.real)


def one_part(x):
    z = x * (0.5 + 1.0j)
    z[0] = x[1] * 3.0j
    return np.sum(z.imag[:2] * x[1:])


@pytest.mark.parametrize("function", [complete, one_part])
def test_gradients_are_those_of_differences(ad, function):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)


def test_a_view_that_is_read_after_another_write_is_refused():
    def written_between(x):
        z = x * (0.5 + 1.0j)
        z[0] = x[1] * 3.0j
        part = z.imag
        z[1] = x[0] * 2.0j
        return np.sum(part)

    with pytest.raises(s2sad.DifferentiationError, match="imaginary part"):
        s2sad.grad(written_between)(np.array([0.3, -0.5, 0.8]))
