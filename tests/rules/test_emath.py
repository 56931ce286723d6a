"""Functions that are complex where no real number would do."""

import numpy as np
import pytest

import s2sad


def angles(x):
    """Snell's law in layers, of which one absorbs."""
    indices = np.array([1.0, x[0], 2.5 + 0.1j])
    return np.sum(np.abs(np.emath.arcsin(np.sin(x[1]) / indices)))


def of_real_numbers(x):
    return np.sum(np.emath.sqrt(x) * np.emath.log(x)) + np.sum(np.emath.arccos(x) * np.emath.arcsin(x))


@pytest.mark.parametrize("function, x", [(angles, [1.5, 0.3]), (of_real_numbers, [0.3, 0.7])])
def test_derivatives(function, x):
    s2sad.check_grads(function, (np.array(x),))


@pytest.mark.parametrize(
    "function, x",
    [(np.emath.sqrt, -1.0), (np.emath.log, -1.0), (np.emath.arcsin, 2.0), (np.emath.arccos, -2.0)],
)
def test_where_a_real_number_becomes_complex(function, x):
    with pytest.raises(NotImplementedError, match="np.asarray"):
        s2sad.grad(lambda x: abs(function(x)))(x)
