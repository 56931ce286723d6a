"""SciPy's `dok_matrix` is a dict by its class, and a matrix all the same."""

import numpy as np
import pytest

import s2sad

sparse = pytest.importorskip("scipy.sparse")
DENSE = np.array([[1.0, 2.0], [3.0, 4.0]])
MATRIX = sparse.dok_matrix(DENSE)


def of_an_argument(x, s):
    return np.sum((s @ x) ** 2)


def of_a_global_name(x, s):
    return np.sum((MATRIX @ x) ** 2)


def held(x, s):
    return np.sum((s[0] @ x) ** 2)


CASES = [
    (of_an_argument, MATRIX),
    (of_an_argument, sparse.dok_array(DENSE)),
    (of_a_global_name, None),
    (held, [MATRIX]),
]


@pytest.mark.parametrize(("function", "given"), CASES)
def test_both_modes(function, given):
    x = np.array([0.5, 0.7])
    exact = 2.0 * DENSE.T @ DENSE @ x
    assert s2sad.grad(function)(x, given) == pytest.approx(exact, rel=1e-12)
    assert s2sad.jvp(function, (x, given), (np.ones(2), None))[1] == pytest.approx(np.sum(exact), rel=1e-12)
