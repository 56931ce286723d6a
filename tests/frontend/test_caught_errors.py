"""What raises only for some values is computed within `try`, though nothing needs it: a handler waits for that."""

import warnings

import numpy as np
import pytest

import s2sad

X = np.array([0.5, 1.5])
FITS, TOO_LONG = np.array([1.0, 2.0]), np.array([1.0, 2.0, 3.0])


def sum_of_arrays(x, w):
    try:
        y = x + w
    except ValueError:
        y = x * 2.0
    return np.sum(y)


def elementwise(x, w):
    try:
        y = np.add(x, w)
    except ValueError:
        y = x * 2.0
    return np.sum(y)


def within_a_call(x, w):
    def shifted(z):
        return z + w

    try:
        y = shifted(x)
    except ValueError:
        y = x * 2.0
    return np.sum(y)


def number_of_text(x, w):
    try:
        float("1.0" if len(w) == 2 else "one")
        factor = 1.0
    except ValueError:
        factor = 3.0
    return factor * np.sum(x)


def not_definite(x, w):
    shift = 0.0
    matrix = np.array([[x[0], 1.0], [1.0, x[1]]])
    for _ in range(len(w)):
        try:
            matrix[0, 0] += shift
            np.linalg.cholesky(matrix)
            y = np.linalg.solve(matrix, FITS)
            break
        except np.linalg.LinAlgError:
            shift += 1.0
    return y[0] + y[1]


def warned(x, w):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            y = np.log(x * (2.5 - len(w)))
    except RuntimeWarning:
        y = x * 7.0
    return np.sum(y)


@pytest.mark.parametrize("w", [FITS, TOO_LONG])
@pytest.mark.parametrize(
    "f", [sum_of_arrays, elementwise, within_a_call, number_of_text, not_definite, warned]
)
def test_what_is_caught_is_still_raised(f, w):
    step = 1e-6
    v = np.array([0.3, -0.7])
    difference = (f(X + step * v, w) - f(X - step * v, w)) / (2 * step)
    assert s2sad.grad(f)(X, w) @ v == pytest.approx(difference, rel=1e-6)
    assert s2sad.jvp(f, (X, w), (v, None))[1] == pytest.approx(difference, rel=1e-6)
