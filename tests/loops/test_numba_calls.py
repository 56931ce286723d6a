"""What NumPy's functions become is compiled by Numba itself, and not only as Python runs it."""

import importlib.util
import math

import numpy as np
import pytest

import s2sad

pytestmark = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="needs Numba")

X = np.array([0.3, -1.2, 0.7, 2.1, -0.4, 0.9])
S = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
GROUPS = np.array([0, 1, 0, 2, 1, 2])

OF_VECTORS = {
    "stacks": lambda x: np.sum(np.vstack([x, x**2]).T @ np.ones(2)) + np.sum(np.stack([x, x]) ** 2),
    "fsum": lambda x: math.fsum(x * x) + math.prod(x[:2]),
    "covariance": lambda x: np.cov(x, x**2)[0, 1] + np.corrcoef(x, np.sin(x))[0, 1] + np.var(x, ddof=1),
    "convolutions": lambda x: sum(
        np.sum(np.convolve(x, x[:3], mode) ** 2) for mode in ("full", "same", "valid")
    )
    + np.sum(np.correlate(x, x[:2])),
    "borders": lambda x: sum(
        np.sum(np.pad(x, (1, 2), mode=mode) ** 2 * np.arange(9.0))
        for mode in ("constant", "edge", "wrap", "reflect", "symmetric")
    ),
    "orders": lambda x: np.median(x) + np.quantile(x, 0.3) + np.sum(np.sort(x)[::2] ** 2) + np.ptp(x),
    "histogram": lambda x: np.sum(np.histogram(np.arange(6.0), bins=3, weights=x)[0] ** 2),
    "groups": lambda x: np.sum((np.bincount(GROUPS, weights=x) / np.bincount(GROUPS)) ** 2),
    "interpolation": lambda x: np.sum(np.interp(x, [-1.0, 0.2, 1.0], x[:3]) ** 2),
    "choices": lambda x: np.sum(np.select([x < -0.5, x < 0.5], [x**2, x], np.exp(x)))
    + np.sum(np.where(x < -0.5, x**2, np.where(x < 0.5, x, np.exp(x)))),
    "parts": lambda x: sum(np.sum(part) ** 2 for part in np.array_split(x, 4)) + np.sum(np.diff(x, n=2) ** 2),
    "joined": lambda x: np.sum(np.append(x, x[:2]) ** 2) + np.sum(np.r_[x, 1.0] ** 2) + sum(x.tolist()),
    "nan": lambda x: np.nansum(x) + np.nanmean(x) + np.nanmax(x) + np.nanstd(x),
    "slopes": lambda x: np.sum(np.gradient(x, 0.1) ** 2) + np.logaddexp.reduce(x),
    "numbers": lambda x: math.hypot(x[0], x[1], x[2]) * math.comb(5, 2)
    + math.modf(x[3])[0] ** 2
    + math.remainder(x[1], 0.5) * math.isclose(x[0], 0.3)
    + np.sum(np.heaviside(x, 0.5) * x),
    "sorted": lambda x: sum(v * k for k, v in enumerate(sorted([t**2 for t in x], reverse=True))),
    "item by item": lambda x: np.sum(np.vectorize(lambda t: t**2 if t > 0 else -t)(x)),
}
OF_MATRICES = {
    "solve": lambda s: np.sum(np.linalg.solve(s, s[0] ** 2)) + np.trace(np.linalg.inv(s)),
    "determinants": lambda s: np.linalg.det(s) + np.linalg.slogdet(s)[1] * s[0, 1],
    "eigenvalues": lambda s: np.sum(np.linalg.eigh(s + s.T)[0] ** 3)
    + np.sum(np.linalg.eigvalsh(s + s.T) ** 2),
    "eigenvectors": lambda s: np.sum(np.linalg.eigh(s + s.T)[1][:, 0] ** 4),
    "singular values": lambda s: np.sum(np.linalg.svd(s)[1] ** 1.5) + np.linalg.norm(s, "nuc"),
    "qr": lambda s: np.sum(np.log(np.abs(np.diag(np.linalg.qr(s)[1])))),
    "cholesky": lambda s: np.sum(np.linalg.cholesky((s + s.T) / 2.0) ** 2),
    "pseudoinverse": lambda s: np.sum(np.linalg.pinv(s) ** 2),
    "powers": lambda s: np.sum(np.linalg.matrix_power(s, 3)) + np.sum(np.linalg.multi_dot([s, s, s])),
    "norms": lambda s: np.linalg.norm(s, 1) + np.linalg.norm(s, np.inf) + np.linalg.norm(s, 2),
    "tensors": lambda s: np.sum(np.tensordot(s, s, 1) ** 2) + np.sum(np.kron(s, s) ** 2),
    "stacks of matrices": lambda s: np.sum(np.matmul(np.stack([s, s**2]), s) ** 2)
    + np.sum((s[None] @ s[0]) ** 2),
    "determinants of stacks": lambda s: np.sum(np.linalg.slogdet(np.stack([s, s + 1.0]))[1]),
    "blocks": lambda s: np.sum(np.block([[s, s**2], [s, s]]) ** 2) + np.sum(np.rot90(s)[0] * s[1]),
    "triangles": lambda s: np.sum(np.triu(s) ** 2)
    + np.sum(s[np.triu_indices(3)])
    + np.sum((s - np.diag(np.diag(s))) ** 3),
    "borders": lambda s: np.sum(np.pad(s, ((1, 1), (0, 2))) ** 2) + np.sum(np.pad(s, 1, mode="reflect") ** 2),
}


def in_one_branch(x):
    return sum(x[k] ** 2 * x[k - 1] if x[k] > 0 else -x[k - 1] for k in range(len(x)))


def halves(x):
    out, n = list(x[:4]), 4
    while n > 1:
        n = n // 2
        out = [out[2 * i] * out[2 * i + 1] for i in range(n)]
    return out[0]


def product_with_itself(x):
    a = np.outer(x, x) @ np.outer(x, x).T
    return np.linalg.norm(a @ x)


@pytest.mark.parametrize("fun", [in_one_branch, halves, product_with_itself])
def test_second_derivatives(fun):
    found, wanted = (s2sad.hvp(fun, (X,), (X[::-1].copy(),), jit=jit) for jit in (True, False))
    np.testing.assert_allclose(found[0], wanted[0], rtol=1e-12)


def test_products_of_large_numbers_keep_their_order():
    value, tangent = s2sad.jvp(lambda y, z: np.hypot(y, z), (3e200, 4e200), (2e200, 1e200), jit=True)
    assert (value, tangent) == (pytest.approx(5e200), pytest.approx(2e200))


@pytest.mark.parametrize("fun", OF_VECTORS.values(), ids=OF_VECTORS.keys())
def test_of_vectors(fun):
    agree(fun, X)


@pytest.mark.parametrize("fun", OF_MATRICES.values(), ids=OF_MATRICES.keys())
def test_of_matrices(fun):
    agree(fun, S)


def agree(fun, x):
    """The compiled gradient is the one by central differences."""
    found = s2sad.grad(fun, jit=True)(x)
    for place in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-6
        expected = (fun(x + step) - fun(x - step)) / 2e-6
        assert found[place] == pytest.approx(expected, rel=1e-5, abs=1e-6)
