"""Sparse Jacobians and Hessians by colours, against differences."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import NotANumber

X = np.array([0.3, 1.2, -0.7, 0.9, 2.0])


def counted(f):
    """The function, and a list to which each of its calls adds an item."""
    calls = []

    def g(*args):
        calls.append(None)
        return f(*args)

    return g, calls


def one_by_one(f, x):
    units = np.reshape(np.eye(np.size(x)), (np.size(x), *np.shape(x)))
    columns = [(np.ravel(f(x + 1e-6 * u)) - np.ravel(f(x - 1e-6 * u))) / 2e-6 for u in units]
    return np.stack(columns, axis=1)


def stencil(u):
    d = np.zeros_like(u)
    d[1:-1] = u[2:] - 2.0 * u[1:-1] + u[:-2]
    d[0], d[-1] = u[1] - u[0], np.sin(u[-1])
    return d * u


def looped(x):
    y = np.zeros(len(x))
    for i in range(1, len(x) - 1):
        y[i] = x[i - 1] * x[i + 1] if x[i] > 0.5 else np.sin(x[i])
    return y


def listed(x):
    rows = []
    for v in x:
        rows.append(v * v)
    rows[1] = rows[0] * x[2]
    return np.array(rows)


def until(x):
    y = x
    while np.sum(y * y) < 50.0:
        y = y * 1.5 + x
    return y


def arrow(x):
    y = x**2
    y[0] = np.sum(x)
    return y


def plate(u):
    v = np.pad(u, 1)
    return v[2:, 1:-1] + v[:-2, 1:-1] + v[1:-1, 2:] + v[1:-1, :-2] - 4.0 * u + u**3


def chosen(x):
    return np.where(x > 0.5, np.roll(x, 1) ** 2, np.exp(x)) + np.concatenate([x[1:], x[:1]])


def dense(x):
    return np.linalg.solve(np.eye(5) + 0.1, x) + np.cumsum(x) * x[0]


@pytest.mark.parametrize("f", [stencil, looped, listed, arrow, chosen, dense, until, np.diff])
def test_sparse_jacobians(f):
    found = s2sad.jacobian(f, sparse=True)(X)
    assert found.format == "csr" and found.shape == (np.size(f(X)), 5)
    np.testing.assert_allclose(found.toarray(), one_by_one(f, X), rtol=1e-6, atol=1e-7)


def test_a_grid():
    u = np.cos(np.arange(30.0)).reshape(5, 6)
    found = s2sad.jacobian(plate, sparse=True)(u)
    assert found.nnz == 30 + 2 * (4 * 6 + 5 * 5)
    np.testing.assert_allclose(found.toarray(), one_by_one(plate, u), rtol=1e-6, atol=1e-7)


def test_another_branch_has_another_pattern():
    jac = s2sad.jacobian(looped, sparse=True)
    for x in (X, X[::-1].copy(), X - 2.0, X + 2.0, X):
        np.testing.assert_allclose(jac(x).toarray(), one_by_one(looped, x), rtol=1e-6, atol=1e-7)


def test_ten_thousand_unknowns_take_few_passes():
    f, calls = counted(stencil)
    jac = s2sad.jacobian(f, sparse=True)
    u = np.linspace(0.1, 1.0, 10_000)
    jac(u)
    (known,) = jac._coloured.values()
    assert known.count + 1 <= 10
    calls.clear()
    found = jac(u)
    assert len(calls) == 1 and found.nnz < 30_000
    direction = np.cos(u)
    np.testing.assert_allclose(found @ direction, s2sad.jvp(stencil, (u,), (direction,))[1])


def valley(x):
    return np.sum((1.0 - x[:-1]) ** 2 + 100.0 * (x[1:] - x[:-1] ** 2) ** 2)


def chain(x):
    total = 0.0
    for i in range(len(x) - 1):
        total += np.sin(x[i] * x[i + 1])
    return total + x[0] * x[-1]


@pytest.mark.parametrize("f", [valley, chain, lambda x: np.sum(x**3), lambda x: x[0] * np.sum(x**2)])
def test_sparse_hessians(f):
    found = s2sad.hessian(f, sparse=True)(X)
    np.testing.assert_allclose(found.toarray(), one_by_one(s2sad.grad(f), X), rtol=1e-5, atol=1e-5)


def test_what_has_no_sparse_jacobian():
    with pytest.raises(NotANumber, match="array by an array"):
        s2sad.jacobian(lambda x: x * X, sparse=True)(2.0)
    with pytest.raises(NotANumber, match="result"):
        s2sad.jacobian(np.sum, sparse=True)(X)
    with pytest.raises(ValueError, match="jit"):
        s2sad.jacobian(stencil, sparse=True, jit=True)
