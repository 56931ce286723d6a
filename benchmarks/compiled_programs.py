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


def box(u, steps):
    """Diffusion in three dimensions, from one array to another and back."""
    v = u.copy()
    for _ in range(steps):
        v[1:-1, 1:-1, 1:-1] = u[1:-1, 1:-1, 1:-1] + 0.1 * (
            u[2:, 1:-1, 1:-1]
            + u[:-2, 1:-1, 1:-1]
            + u[1:-1, 2:, 1:-1]
            + u[1:-1, :-2, 1:-1]
            + u[1:-1, 1:-1, 2:]
            + u[1:-1, 1:-1, :-2]
            - 6.0 * u[1:-1, 1:-1, 1:-1]
        )
        u, v = v, u
    return np.sum(u * u)


def gauss_seidel(u, f, steps):
    n, m = u.shape
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
    return np.sum(u * u)


def burgers(u, steps):
    for _ in range(steps):
        flux = 0.5 * u * u
        u[1:-1] = u[1:-1] - 0.05 * (flux[2:] - flux[:-2]) + 0.02 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def channel(u, v, p, steps):
    """Flow between two walls: velocity and pressure by turns."""
    for _ in range(steps):
        b = 0.5 * (u[1:-1, 2:] - u[1:-1, :-2]) + 0.5 * (v[2:, 1:-1] - v[:-2, 1:-1])
        p[1:-1, 1:-1] = 0.25 * (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1]) - b
        u[1:-1, 1:-1] -= 0.1 * u[1:-1, 1:-1] * (u[1:-1, 1:-1] - u[1:-1, :-2]) + 0.05 * (
            p[1:-1, 2:] - p[1:-1, :-2]
        )
        v[1:-1, 1:-1] -= 0.1 * v[1:-1, 1:-1] * (v[1:-1, 1:-1] - v[:-2, 1:-1]) + 0.05 * (
            p[2:, 1:-1] - p[:-2, 1:-1]
        )
        u[0, :] = 0.0
        u[-1, :] = 0.0
    return np.sum(u * u) + np.sum(v * v)


def lu(A):
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, n):
            A[i, j] -= A[i, :i] @ A[:i, j]
    return np.sum(np.log(np.abs(np.diag(A))))


def triangular_solve(L, b):
    x = b.copy()
    n = x.shape[0]
    for i in range(n):
        for j in range(i):
            x[i] -= L[i, j] * x[j]
        x[i] /= L[i, i]
    return np.sum(x * x)


def gram_schmidt(A):
    n = A.shape[1]
    Q, R = A.copy(), np.zeros((n, n))
    for k in range(n):
        R[k, k] = np.sqrt(np.sum(Q[:, k] * Q[:, k]))
        Q[:, k] /= R[k, k]
        for j in range(k + 1, n):
            R[k, j] = Q[:, k] @ Q[:, j]
            Q[:, j] -= Q[:, k] * R[k, j]
    return np.sum(np.log(np.diag(R))) + np.sum(R)


def chain(A, B, C, x):
    y = A @ (B @ (C @ x))
    return np.sum(np.sin(y) * y)


def products(A, B, C):
    D = A @ B
    E = D.T @ C
    return np.sum(E * E) / E.size


def correlation(data):
    n, m = data.shape
    data = (data - data.mean(axis=0)) / data.std(axis=0)
    c = np.eye(m)
    for i in range(m - 1):
        c[i, i + 1 :] = data[:, i] @ data[:, i + 1 :] / n
    return np.sum(c * c)


def image_filter(image, w):
    """A filter of five by five, then a mean of the positive part."""
    n, m = image.shape
    out = np.zeros((n - 4, m - 4))
    for i in range(5):
        for j in range(5):
            out += w[i, j] * image[i : n - 4 + i, j : m - 4 + j]
    return np.mean(np.maximum(out, 0.0))


def population(rate, start, steps):
    """A logistic map, whose history is kept by `append`."""
    x, seen = start, []
    for _ in range(steps):
        x = rate * x * (1.0 - x)
        seen.append(x)
    total = 0.0
    for value in seen:
        total += (value - 0.5) ** 2
    return total


def orbits(x, v, m, steps):
    """Bodies that attract each other, step by step."""
    for _ in range(steps):
        d = x[None, :, :] - x[:, None, :]
        r = np.sum(d * d, axis=2) + 0.1
        a = np.sum(m[None, :, None] * d / (r * np.sqrt(r))[:, :, None], axis=1)
        v = v + 0.01 * a
        x = x + 0.01 * v
    return np.sum(x * x)


def gated(x, W, U, b):
    """A recurrent cell with a gate, over a sequence."""
    n = W.shape[0] // 2
    h = np.zeros(n)
    for t in range(x.shape[0]):
        z = W @ h + U @ x[t] + b
        gate = 1.0 / (1.0 + np.exp(-z[:n]))
        h = gate * h + (1.0 - gate) * np.tanh(z[n:])
    return np.sum(h * h)


def option(s, sigma, steps):
    """An American put on a binomial tree, from its leaves back to its root."""
    up = np.exp(sigma * np.sqrt(1.0 / steps))
    down = 1.0 / up
    p = (np.exp(0.03 / steps) - down) / (up - down)
    discount = np.exp(-0.03 / steps)
    values = np.zeros(steps + 1)
    for j in range(steps + 1):
        values[j] = max(100.0 - s * up**j * down ** (steps - j), 0.0)
    for i in range(steps - 1, -1, -1):
        for j in range(i + 1):
            kept = discount * (p * values[j + 1] + (1.0 - p) * values[j])
            values[j] = max(kept, 100.0 - s * up**j * down ** (i - j))
    return values[0]


def rows_by_indices(values, columns, starts, x):
    """A sparse matrix by its rows, times a vector, a few times."""
    n = starts.shape[0] - 1
    for _ in range(5):
        y = np.zeros(n)
        for i in range(n):
            for k in range(starts[i], starts[i + 1]):
                y[i] += values[k] * x[columns[k]]
        x = y / np.sqrt(np.sum(y * y))
    return np.sum(x[:10])


def alignment(a, b, gap):
    """A soft alignment of two sequences: a table, filled from its corner."""
    n, m = a.shape[0], b.shape[0]
    table = np.zeros((n + 1, m + 1))
    for i in range(1, n + 1):
        table[i, 0] = gap * i
    for j in range(1, m + 1):
        table[0, j] = gap * j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best = min(table[i - 1, j - 1], min(table[i - 1, j], table[i, j - 1]) + gap)
            table[i, j] = (a[i - 1] - b[j - 1]) ** 2 + best
    return table[n, m]


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
    entries = np.sort(rng.integers(0, 400 * f, 4000 * f * f))
    return {
        heat: (normal(size=2000 * f), 1000 * f),
        plate: (normal(size=(100 * f, 100 * f)), 200),
        sweep: (normal(size=1000 * f), normal(size=1000 * f), 30 * f),
        recursive_filter: (normal(size=20000 * f * f), 0.9, 0.3),
        tridiagonal: (
            normal(size=10 * n),
            5.0 + rng.random(10 * n),
            normal(size=10 * n),
            normal(size=10 * n),
        ),
        elimination: (dominant(100 * f),),
        cholesky: (definite(100 * f),),
        network: (
            normal(size=(2000 * f * f, 50)),
            normal(size=(50, 80)),
            normal(size=80),
            normal(size=(80, 20)),
        ),
        covariance: (normal(size=(20000 * f * f, 20)),),
        forces: (normal(size=150 * f), normal(size=150 * f), normal(size=150 * f)),
        mixture: (normal(size=50000 * f * f), normal(size=8), 1.0 + rng.random(8), normal(size=8)),
        recurrent: (
            normal(size=(1000 * f * f, 10)),
            0.3 * normal(size=(30, 30)),
            normal(size=(30, 10)),
            normal(size=30),
        ),
        paths: (100.0, 0.3, normal(size=(300 * f, 60 * f))),
        sparse_product: (
            normal(size=20000 * f * f),
            rng.integers(0, n, 20000 * f * f),
            rng.integers(0, n, 20000 * f * f),
            normal(size=n),
        ),
        shallow_water: (10.0 + 0.01 * normal(size=2000 * f), 0.01 * normal(size=2000 * f), 400 * f),
        convolution: (normal(size=200000 * f * f), normal(size=40)),
        rotations: (normal(size=40), normal(size=(200 * f * f, 3)), normal(size=(40, 200 * f * f, 2))),
        masked: (normal(size=500000 * f * f), normal(size=500000 * f * f)),
        box: (normal(size=(24 * f, 24 * f, 24)), 60),
        gauss_seidel: (normal(size=(40 * f, 40 * f)), normal(size=(40 * f, 40 * f)), 5),
        burgers: (0.1 * normal(size=2000 * f), 400 * f),
        channel: (
            *(0.01 * normal(size=(40 * f, 40 * f)) for _ in range(3)),
            50,
        ),
        lu: (dominant(60 * f),),
        triangular_solve: (dominant(100 * f), normal(size=100 * f)),
        gram_schmidt: (normal(size=(60 * f, 40 * f)),),
        chain: (*(normal(size=(700 * f, 700 * f)) / 30.0 for _ in range(3)), normal(size=700 * f)),
        products: tuple(normal(size=(150 * f, 150 * f)) for _ in range(3)),
        correlation: (normal(size=(1000 * f, 100 * f)),),
        image_filter: (normal(size=(300 * f, 300 * f)), normal(size=(5, 5))),
        population: (3.3, 0.4, 30000 * f * f),
        orbits: (normal(size=(20 * f, 3)), normal(size=(20 * f, 3)), rng.random(20 * f), 50),
        gated: (
            normal(size=(300 * f, 10)),
            0.3 * normal(size=(40, 20)),
            normal(size=(40, 10)),
            normal(size=40),
        ),
        option: (95.0, 0.3, 100 * f),
        rows_by_indices: (
            normal(size=4000 * f * f),
            rng.integers(0, 400 * f, 4000 * f * f),
            np.searchsorted(entries, np.arange(400 * f + 1)),
            normal(size=400 * f),
        ),
        alignment: (normal(size=100 * f), normal(size=100 * f), 0.5),
    }
