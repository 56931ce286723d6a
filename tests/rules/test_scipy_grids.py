"""Functions on grids, and samples along an axis (`scipy.interpolate`): by values and places, against differences."""

import numpy as np
import pytest

interpolate = pytest.importorskip("scipy.interpolate")

import s2sad

GRID = (np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 0.5, 1.5, 2.0, 3.0]))
DOWN = (GRID[0][::-1].copy(), GRID[1])
CUBE = (np.arange(4.0),) * 3
VALUES = np.cos(np.arange(20.0)).reshape(4, 5)
PAIRS = np.cos(np.arange(40.0)).reshape(4, 5, 2)
BLOCK = np.cos(np.arange(64.0)).reshape(4, 4, 4)
AT = np.array([[0.3, 0.7], [1.2, 2.6], [2.5, 0.1]])
WEIGHTS = np.arange(1.0, 7.0).reshape(3, 2)
Regular = interpolate.RegularGridInterpolator
GIVEN = Regular(GRID, VALUES, method="cubic", bounds_error=False, fill_value=0.3)
X = np.array([0.0, 1.0, 2.1, 3.0, 4.2, 5.0])
Y = np.array([0.3, 1.2, -0.5, 0.7, 1.9, 0.4])
ORDER = np.array([3, 0, 4, 1, 5, 2])


def slopes(f, x, step=1e-4):
    """Central differences."""
    made = np.zeros(np.shape(x))
    for place in np.ndindex(np.shape(x)):
        unit = np.zeros(np.shape(x))
        unit[place] = step
        fine, rough = f(x + 0.5 * unit) - f(x - 0.5 * unit), f(x + unit) - f(x - unit)
        made[place] = (8.0 * fine - rough) / (6.0 * step)
    return made


def check(f, x, tolerance=1e-6):
    value, gradient = s2sad.value_and_grad(f)(x)
    np.testing.assert_allclose(value, f(x), rtol=1e-13)
    np.testing.assert_allclose(gradient, slopes(f, x), rtol=tolerance, atol=tolerance)
    along = np.cos(np.arange(float(np.size(x)))).reshape(np.shape(x))
    assert s2sad.jvp(f, (x,), (along,))[1] == pytest.approx(np.sum(gradient * along), rel=1e-11)


@pytest.mark.parametrize("method", ["linear", "nearest", "slinear", "pchip"])
@pytest.mark.parametrize("grid", [GRID, DOWN])
def test_values(method, grid):
    check(lambda v: np.sum(Regular(grid, v, method=method)(AT) ** 2), VALUES)


@pytest.mark.parametrize("grid", [GRID, DOWN])
def test_values_of_cubic_splines(grid):
    """SciPy solves for the coefficients by an iteration, to six digits: its differences are no better."""
    check(lambda v: np.sum(Regular(grid, v, method="cubic")(AT)), VALUES, 5e-3)
    exact = interpolate.make_interp_spline(GRID[0], np.eye(4))(AT[:, 0])
    other = interpolate.make_interp_spline(GRID[1], np.eye(5))(AT[:, 1])
    found = s2sad.grad(lambda v: np.sum(Regular(GRID, v, method="cubic")(AT)))(VALUES)
    np.testing.assert_allclose(found, exact.T @ other, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("method", ["linear", "slinear", "cubic", "pchip"])
def test_places(method):
    check(lambda x: np.sum(Regular(GRID, VALUES, method=method)(x) ** 2), AT, 2e-5)


def test_values_with_columns():
    check(lambda v: np.sum(Regular(GRID, v)(AT) ** 2 * WEIGHTS), PAIRS)
    check(lambda x: np.sum(Regular(GRID, PAIRS)(x) ** 2 * WEIGHTS), AT)
    check(lambda x: np.sum(Regular(GRID, PAIRS, method="cubic")(x) ** 2 * WEIGHTS), AT, 2e-5)


@pytest.mark.parametrize(
    ("f", "x"),
    [
        (lambda v: np.sum(Regular(GRID, v, bounds_error=False, fill_value=0.5)(AT + 1.0) ** 2), VALUES),
        (lambda v: np.sum(Regular(GRID, v, bounds_error=False, fill_value=None)(AT + 1.0) ** 2), VALUES),
        (lambda v: np.sum(Regular(GRID, v)(AT, method="nearest") ** 2), VALUES),
        (lambda v: np.sum(interpolate.interpn(GRID, v, AT)) ** 2, VALUES),
        (lambda v: Regular(CUBE, v)((1.2, 0.3, 2.4)), BLOCK),
        (lambda p: Regular(CUBE, BLOCK)((p[0], p[1], p[2])), np.array([1.2, 0.3, 2.4])),
        (lambda p: Regular(CUBE, BLOCK, method="cubic")(p)[0], np.array([1.2, 0.3, 2.4])),
        (lambda x: np.sum(GIVEN(x + 1.1) ** 2), AT),
        (lambda v: np.sum(Regular((GRID[1],), v)(np.array([0.3, 2.2])[:, None])), VALUES[0]),
    ],
)
def test_programs(f, x):
    check(f, x, 2e-5)


def test_second_derivatives():
    def f(x):
        return np.sum(GIVEN(x) ** 2)

    (product,) = s2sad.hvp(f, (AT,), (WEIGHTS,))
    gradient = s2sad.grad(f)
    expected = (gradient(AT + 1e-6 * WEIGHTS) - gradient(AT - 1e-6 * WEIGHTS)) / 2e-6
    np.testing.assert_allclose(product, expected, rtol=1e-6, atol=1e-6)


def test_what_is_outside_raises():
    with pytest.raises(ValueError, match="out of bounds"):
        s2sad.grad(lambda v: np.sum(Regular(GRID, v)(AT + 1.0)))(VALUES)


@pytest.mark.parametrize(
    "f",
    [
        lambda y: np.sum(interpolate.interp1d(X[ORDER], y)([0.4, 4.9]) ** 2),
        lambda y: np.sum(interpolate.interp1d(X[ORDER], y, kind="cubic")([0.4, 4.9]) ** 2),
        lambda y: np.sum(interpolate.interp1d(X[ORDER], y, kind="nearest")([0.4, 4.9]) ** 2),
        lambda y: np.sum(interpolate.interp1d(X[:3], y.reshape(2, 3))([0.4, 1.7]) ** 2 * WEIGHTS[:2]),
        lambda y: np.sum(interpolate.interp1d(X[:3], y.reshape(3, 2), axis=0)([0.4, 1.7]) ** 2),
        lambda y: np.sum(interpolate.interp1d(X[:2], y.reshape(1, 2, 3), axis=1)(0.4) ** 2),
        lambda y: interpolate.interp1d(X, y, bounds_error=False, fill_value=(y[0], 2.0 * y[-1]))(7.0),
        lambda y: np.sum(interpolate.interp1d(X, y, fill_value="extrapolate")([0.4, 7.0])),
    ],
)
def test_samples(f):
    check(f, Y)


def test_functions_that_are_made_of_what_does_not_vary():
    check(lambda x: np.sum(interpolate.CubicSpline(X, np.sin(X))(x) ** 2), np.abs(Y))
    check(lambda x: np.sum(interpolate.interp1d(X, np.cos(X))(x) ** 2), np.abs(Y))
