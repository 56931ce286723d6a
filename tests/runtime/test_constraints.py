"""SciPy's objects for constraints are made of what is given."""

import numpy as np
import pytest

pytest.importorskip("scipy.optimize")

from scipy import optimize, sparse

from s2sad.runtime.constraints import dense_rows, made_bounds, made_linear, made_nonlinear


@pytest.mark.parametrize("matrix", [[1.0, 2.0], [[1, 2]], sparse.csr_array(np.array([[1.0, 2.0]]))])
def test_rows_of_linear_constraints(matrix):
    found = dense_rows(matrix)
    assert found.dtype == float and found.tolist() == [[1.0, 2.0]]


def test_objects_of_scipy():
    bounds = made_bounds([0.0, 1.0], [2.0, np.inf], False)
    assert isinstance(bounds, optimize.Bounds) and list(bounds.lb) == [0.0, 1.0]
    linear = made_linear([[1.0, 1.0]], 0.5, 0.5, False)
    assert isinstance(linear, optimize.LinearConstraint) and np.all(linear.ub == 0.5)
    slope = lambda x: 2.0 * x  # noqa: E731
    curved = made_nonlinear(lambda x: x @ x, 0.0, 1.0, True, {"jac": slope})
    assert curved.jac is slope and curved.keep_feasible is True and curved.fun(np.ones(3)) == 3.0


def test_they_bound_what_scipy_minimises():
    found = optimize.minimize(lambda x: x @ x, [2.0, 2.0], bounds=made_bounds([0.5, -1.0], [3.0, 3.0], False))
    np.testing.assert_allclose(found.x, [0.5, 0.0], atol=1e-6)
