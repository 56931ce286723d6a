"""Every kind of derivative as machine code: types and calls that Python alone doesn't check."""

import numpy as np
import pytest

import s2sad
from s2sad.results import is_alone, is_own

pytest.importorskip("numba")

X = np.array([0.3, -0.7, 1.1])
DIRECTION = np.array([1.0, 0.5, -2.0])


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))


def cubes(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] ** 3 * x[0]
    return total


def products(x):
    y = np.empty(3)
    y[:-1] = x[1:] * x[:-1]
    y[-1] = np.sum(x * x)
    return y


GRADIENT = 3 * X**2 * X[0] + np.array([np.sum(X**3), 0.0, 0.0])
HESSIAN = np.diag(6 * X * X[0])
HESSIAN[0] += 3 * X**2
HESSIAN[:, 0] += 3 * X**2
JACOBIAN = np.array([[X[1], X[0], 0.0], [0.0, X[2], X[1]], 2 * X])


def test_gradients():
    value, gradient = s2sad.value_and_grad(cubes, jit=True)(X)
    assert value == pytest.approx(np.sum(X**3) * X[0])
    assert gradient == pytest.approx(GRADIENT)
    assert s2sad.grad(cubes, jit={"parallel": True})(X) == pytest.approx(GRADIENT)


def test_tangents():
    value, tangent = s2sad.jvp(products, (X,), (DIRECTION,), jit=True)
    assert value == pytest.approx(products(X))
    assert tangent == pytest.approx(JACOBIAN @ DIRECTION)


def test_pullbacks():
    value, pullback = s2sad.vjp(products, X, jit=True)
    assert value == pytest.approx(products(X))
    assert pullback(DIRECTION)[0] == pytest.approx(DIRECTION @ JACOBIAN)


def test_second_derivatives():
    assert s2sad.hvp(cubes, (X,), (DIRECTION,), jit=True)[0] == pytest.approx(HESSIAN @ DIRECTION)
    assert s2sad.hessian(cubes, jit=True)(X) == pytest.approx(HESSIAN)


@pytest.mark.parametrize("derivative", [s2sad.jacfwd, s2sad.jacrev, s2sad.jacobian])
def test_jacobians(derivative):
    assert derivative(products, jit=True)(X) == pytest.approx(JACOBIAN)


def test_kinds_of_arguments():
    def weighted(parts, scale):
        return scale * np.sum(parts["a"] * parts["b"])

    bars, bar = s2sad.grad(weighted, (0, 1), jit=True)({"a": X, "b": X[::-1].copy()}, 2)
    assert bars["a"] == pytest.approx(2.0 * X[::-1])
    assert bars["b"] == pytest.approx(2.0 * X)
    single = s2sad.grad(cubes, jit=True)(X.astype(np.float32))
    assert single.dtype == np.float32
    assert single == pytest.approx(GRADIENT, rel=1e-5)


def test_gradients_of_arrays_are_handed_out_as_they_are():
    gradient = s2sad.grad(lambda x, y: np.sum(x * y * y), (0, 1), jit=True)
    for _ in range(2):  # the second time the machine code comes from the folder
        found = gradient(X, DIRECTION)
        assert is_own(found, (X, DIRECTION))
        gradient = s2sad.grad(lambda x, y: np.sum(x * y * y), (0, 1), jit=True)


def test_arrays_of_machine_code_that_share_memory_are_not_alone():
    numba = pytest.importorskip("numba")

    @numba.njit
    def made(x):
        y = np.zeros(4)
        return y, y[1:], x[1:], np.ones(2)

    whole, part, of_another, alone = made(X)
    assert is_alone(alone) and not any(map(is_alone, (whole, part, of_another)))


def test_what_is_printed(capfd):
    def shown(x):
        total = np.sum(x * x)
        print(f"{len(x)} items: {total:.3f} of", x, end=";\n")
        return total

    assert s2sad.grad(shown, jit=True)(X) == pytest.approx(2 * X)
    assert capfd.readouterr().out == f"3 items: {np.sum(X * X):.3f} of {X};\n"


def test_arrays_without_axes_that_are_written():
    def written(x):
        out = np.ones_like(np.asarray(x[0], float))
        for v in x:
            out *= v
        return out * np.full_like(x[0], x[1])

    value, gradient = s2sad.value_and_grad(written, jit=True)(X)
    assert value == pytest.approx(np.prod(X) * X[1])
    assert gradient == pytest.approx(np.prod(X) / X * X[1] + np.array([0.0, np.prod(X), 0.0]))
