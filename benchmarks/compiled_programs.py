"""Kernels as people write them, and as they have to be written for JAX."""

from __future__ import annotations

import numpy as np


def heat(u, steps):
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        u = v
    return np.sum(u * u)


def plate(u, steps):
    for _ in range(steps):
        u[1:-1, 1:-1] = 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2])
    return np.sum(u * u)


def sweep(u, f, steps):
    for _ in range(steps):
        for i in range(1, u.shape[0] - 1):
            u[i] = 0.5 * (u[i - 1] + u[i + 1]) + f[i]
    return np.sum(u * u)


def recursive_filter(x, a, b):
    y, total = 0.0, 0.0
    for i in range(x.shape[0]):
        y = a * y + b * np.tanh(x[i])
        total += y * y
    return total


def tridiagonal(lower, diagonal, upper, right):
    n = diagonal.shape[0]
    c, d = np.zeros(n), np.zeros(n)
    c[0] = upper[0] / diagonal[0]
    d[0] = right[0] / diagonal[0]
    for i in range(1, n):
        w = diagonal[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / w
        d[i] = (right[i] - lower[i] * d[i - 1]) / w
    for k in range(n - 1):
        i = n - 2 - k
        d[i] = d[i] - c[i] * d[i + 1]
    return np.sum(d * d)


def elimination(A):
    A = A.copy()
    n = A.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] = A[i, k] / A[k, k]
            A[i, k + 1 :] -= A[i, k] * A[k, k + 1 :]
    return np.sum(np.log(np.abs(np.diag(A))))


def cholesky(A):
    n = A.shape[0]
    L = np.zeros((n, n))
    for j in range(n):
        L[j, j] = np.sqrt(A[j, j] - np.dot(L[j, :j], L[j, :j]))
        for i in range(j + 1, n):
            L[i, j] = (A[i, j] - np.dot(L[i, :j], L[j, :j])) / L[j, j]
    return np.sum(np.log(np.diag(L)))


def network(x, W, b, V):
    h = np.tanh(x @ W + b)
    y = np.maximum(h @ V, 0.0)
    return np.mean(y * y)


def covariance(data):
    centered = data - data.mean(axis=0)
    scaled = centered / np.std(data, axis=0)
    c = scaled.T @ scaled / data.shape[0]
    return np.sum(c * c)


def forces(x, y, z):
    energy = 0.0
    for i in range(x.shape[0]):
        for j in range(i):
            d = (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 + (z[i] - z[j]) ** 2 + 0.01
            energy += 1.0 / np.sqrt(d)
    return energy


def mixture(x, means, scales, weights):
    z = (x[:, None] - means) / scales
    terms = weights - 0.5 * z * z - np.log(scales)
    top = terms.max(axis=1)
    return -np.sum(top + np.log(np.sum(np.exp(terms - top[:, None]), axis=1)))


def recurrent(x, W, U, b):
    h = np.zeros(W.shape[0])
    total = 0.0
    for t in range(x.shape[0]):
        h = np.tanh(W @ h + U @ x[t] + b)
        total += np.sum(h * h)
    return total


def paths(s0, sigma, noise):
    n, steps = noise.shape
    total = 0.0
    for k in range(n):
        s, mean = s0, 0.0
        for t in range(steps):
            s = s * np.exp(-0.5 * sigma * sigma * 0.01 + sigma * 0.1 * noise[k, t])
            mean += s
        total += max(mean / steps - 100.0, 0.0)
    return total / n


def sparse_product(values, rows, columns, x):
    y = np.zeros(x.shape[0])
    for k in range(values.shape[0]):
        y[rows[k]] += values[k] * x[columns[k]]
    return np.sum(y * y)


def shallow_water(h, u, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] - 0.05 * (h[2:] - h[:-2]) - 0.02 * u[1:-1] * (u[2:] - u[:-2])
        h[1:-1] = h[1:-1] - 0.05 * (h[2:] * u[2:] - h[:-2] * u[:-2])
    return np.sum(h * h) + np.sum(u * u)


def convolution(x, w):
    n, m = x.shape[0], w.shape[0]
    y = np.zeros(n - m + 1)
    for k in range(m):
        y += w[k] * x[k : n - m + 1 + k]
    return np.sum(np.tanh(y))


def rotations(angles, points, seen):
    total = 0.0
    for i in range(angles.shape[0]):
        c, s = np.cos(angles[i]), np.sin(angles[i])
        for k in range(points.shape[0]):
            u = (c * points[k, 0] - s * points[k, 2]) / (s * points[k, 0] + c * points[k, 2] + 4.0)
            v = points[k, 1] / (s * points[k, 0] + c * points[k, 2] + 4.0)
            total += (u - seen[i, k, 0]) ** 2 + (v - seen[i, k, 1]) ** 2
    return total


def masked(x, y):
    r = y - np.cumsum(x) * 0.1
    r[np.abs(r) > 1.0] *= 0.5
    return np.sum(np.where(r > 0.0, r * r, 0.1 * r))


def arguments(size):
    """The kernels with arguments: `small` takes NumPy about 1 to 10 ms, `medium` ten times that."""
    rng = np.random.default_rng(0)
    f = 1 if size == "small" else 3
    normal = rng.normal

    def dominant(n):
        return normal(size=(n, n)) + 2.0 * n * np.eye(n)

    def definite(n):
        a = normal(size=(n, n))
        return a @ a.T + n * np.eye(n)

    n = 300 * f
    return {
        heat: (normal(size=1000 * f), 300 * f),
        plate: (normal(size=(60 * f, 60 * f)), 100),
        sweep: (normal(size=200 * f), normal(size=200 * f), 20 * f),
        recursive_filter: (normal(size=3000 * f * f), 0.9, 0.3),
        tridiagonal: (normal(size=n * f), 5.0 + rng.random(n * f), normal(size=n * f), normal(size=n * f)),
        elimination: (dominant(40 * f),),
        cholesky: (definite(40 * f),),
        network: (normal(size=(200 * f, 50)), normal(size=(50, 80)), normal(size=80), normal(size=(80, 20))),
        covariance: (normal(size=(500 * f * f, 20)),),
        forces: (normal(size=50 * f), normal(size=50 * f), normal(size=50 * f)),
        mixture: (normal(size=1000 * f * f), normal(size=8), 1.0 + rng.random(8), normal(size=8)),
        recurrent: (
            normal(size=(200 * f, 10)),
            0.3 * normal(size=(30, 30)),
            normal(size=(30, 10)),
            normal(size=30),
        ),
        paths: (100.0, 0.3, normal(size=(100 * f, 30 * f))),
        sparse_product: (
            normal(size=3000 * f * f),
            rng.integers(0, n, 3000 * f * f),
            rng.integers(0, n, 3000 * f * f),
            normal(size=n),
        ),
        shallow_water: (10.0 + 0.1 * normal(size=400 * f), 0.1 * normal(size=400 * f), 100 * f),
        convolution: (normal(size=5000 * f * f), normal(size=40)),
        rotations: (normal(size=20), normal(size=(50 * f * f, 3)), normal(size=(20, 50 * f * f, 2))),
        masked: (normal(size=20000 * f * f), normal(size=20000 * f * f)),
    }
