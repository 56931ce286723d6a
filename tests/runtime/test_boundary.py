"""`scipy.integrate.solve_bvp`: values to the bit, all modes and second derivatives against central differences."""

import numpy as np
import pytest

import s2sad

solve_bvp = pytest.importorskip("scipy.integrate").solve_bvp

AT = (0.8, 1.3)
MESH = np.linspace(0.0, 1.0, 5)


def differences(f, width=1e-3):
    found = []
    for unit in np.eye(2):
        a, b, c, d = (f(*(np.array(AT) + k * width * unit)) for k in (-2, -1, 1, 2))
        found.append((a - 8.0 * b + 8.0 * c - d) / (12.0 * width))
    return np.array(found)


def bratu(k, v):
    found = solve_bvp(
        lambda x, y: np.vstack((y[1], -k * np.exp(y[0]))),
        lambda a, b: np.array([a[0] - 0.1 * v, b[0]]),
        MESH,
        np.zeros((2, 5)),
        tol=1e-6,
    )
    return found.y[1, 0] + 2.0 * found.sol(0.5)[0] + np.sum(found.sol(np.array([0.2, 0.1 * v])))


def frequency(k, v):
    """A parameter that is sought too: y'' = -p**2 v y."""

    def fun(x, y, p):
        return np.vstack((y[1], -(p[0] ** 2) * v * y[0]))

    def bc(left, right, p):
        return np.array([left[0], right[0] - 0.1 * k, left[1] - p[0]])

    start = np.zeros((2, 5))
    start[0, 1], start[0, 3] = 1.0, -1.0
    found = solve_bvp(fun, bc, MESH, start, p=[6.0 / v**0.5], tol=1e-5)
    return found.p[0]


def ends_that_move(k, v):
    x = np.linspace(0.1 * k, v, 6)
    found = solve_bvp(
        lambda x, y: [y[1], -k * y[0] + x], lambda a, b: [a[0] - 1.0, b[1] - v], x, np.ones((2, 6)), tol=1e-7
    )
    if not found.success:
        raise RuntimeError(found.message)
    return found.y[0, -1] + found.sol(v)[0] + found.sol(0.7)[1] + found.yp[1, -1] + found.x[-1]


class Rod:
    def __init__(self, k):
        self.k = k

    def slope(self, x, y):
        return np.vstack((y[1], self.k * y[0]))

    def ends(self, left, right):
        return np.array([left[0] - self.k, right[0]])


def of_methods(k, v):
    rod = Rod(k)
    return solve_bvp(rod.slope, rod.ends, MESH, np.zeros((2, 5)), tol=1e-6).y[1, 0] * v


@pytest.mark.parametrize("f", [bratu, frequency, ends_that_move, of_methods])
def test_all_modes(f):
    value, found = s2sad.value_and_grad(f, argnums=(0, 1))(*AT)
    assert value == f(*AT)
    np.testing.assert_allclose(found, differences(f), rtol=0, atol=1e-6)
    tangents = [s2sad.jvp(f, AT, unit)[1] for unit in ((1.0, 0.0), (0.0, 1.0))]
    np.testing.assert_allclose(tangents, found, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("f", [bratu, ends_that_move])
def test_second_derivatives(f):
    gradient = s2sad.grad(f, argnums=(0, 1))
    bend = differences(lambda *x: np.array(gradient(*x)))
    np.testing.assert_allclose(s2sad.hessian(f, argnums=(0, 1))(*AT), bend, rtol=0, atol=1e-5)


def test_a_linear_problem_has_the_exact_derivative():
    """y'' = k y, y(0) = 1, y(1) = 0: y'(0) = -sqrt(k) / tanh(sqrt(k))."""

    def f(k):
        return solve_bvp(
            lambda x, y: np.vstack((y[1], k * y[0])),
            lambda a, b: np.array([a[0] - 1.0, b[0]]),
            MESH,
            np.zeros((2, 5)),
            tol=1e-8,
        ).y[1, 0]

    root = np.sqrt(0.8)
    exact = (-1.0 / np.tanh(root) + root / np.sinh(root) ** 2) / (2.0 * root)
    assert s2sad.grad(f)(0.8) == pytest.approx(exact, rel=1e-7)


def test_a_singular_term_is_refused():
    with pytest.raises(NotImplementedError, match="without a singular term"):
        s2sad.grad(
            lambda k: solve_bvp(
                lambda x, y: np.vstack((y[1], k * y[0])),
                lambda a, b: np.array([a[1], b[0] - 1.0]),
                MESH,
                np.ones((2, 5)),
                S=np.array([[0.0, 0.0], [0.0, -2.0]]),
            ).y[0, 0]
        )(0.7)
