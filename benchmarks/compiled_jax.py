"""The same kernels as they have to be written for JAX: loops as `fori_loop` and `scan`, writes as `.at[…]`."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def heat(u, steps):
    def step(_, u):
        return u.at[1:-1].set(u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2]))

    u = lax.fori_loop(0, steps, step, u)
    return jnp.sum(u * u)


def plate(u, steps):
    def step(_, u):
        return u.at[1:-1, 1:-1].set(0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]))

    u = lax.fori_loop(0, steps, step, u)
    return jnp.sum(u * u)


def sweep(u, f, steps):
    def one(i, u):
        return u.at[i].set(0.5 * (u[i - 1] + u[i + 1]) + f[i])

    u = lax.fori_loop(0, steps, lambda _, u: lax.fori_loop(1, u.shape[0] - 1, one, u), u)
    return jnp.sum(u * u)


def recursive_filter(x, a, b):
    def step(y, x):
        y = a * y + b * jnp.tanh(x)
        return y, y * y

    return jnp.sum(lax.scan(step, 0.0, x)[1])


def tridiagonal(lower, diagonal, upper, right):
    def down(before, row):
        c, d = before
        low, diag, up, r = row
        w = diag - low * c
        made = up / w, (r - low * d) / w
        return made, made

    rows = lower.at[0].set(0.0), diagonal, upper, right
    _, (c, d) = lax.scan(down, (0.0, 0.0), rows)

    def back(x, row):
        x = row[1] - row[0] * x
        return x, x

    _, x = lax.scan(back, 0.0, (c.at[-1].set(0.0), d), reverse=True)
    return jnp.sum(x * x)


def elimination(A):
    n = A.shape[0]
    places = jnp.arange(n)

    def step(k, A):
        below = places > k
        factors = jnp.where(below, A[:, k] / A[k, k], 0.0)
        A = A - jnp.where(below[None, :], factors[:, None] * A[k][None, :], 0.0)
        return A.at[:, k].set(jnp.where(below, factors, A[:, k]))

    A = lax.fori_loop(0, n, step, A)
    return jnp.sum(jnp.log(jnp.abs(jnp.diag(A))))


def cholesky(A):
    n = A.shape[0]
    places = jnp.arange(n)

    def step(j, L):
        row = jnp.where(places < j, L[j], 0.0)
        pivot = jnp.sqrt(A[j, j] - row @ row)
        column = (A[:, j] - L @ row) / pivot
        return L.at[:, j].set(jnp.where(places > j, column, jnp.where(places == j, pivot, 0.0)))

    L = lax.fori_loop(0, n, step, jnp.zeros((n, n)))
    return jnp.sum(jnp.log(jnp.diag(L)))


def network(x, W, b, V):
    h = jnp.tanh(x @ W + b)
    y = jnp.maximum(h @ V, 0.0)
    return jnp.mean(y * y)


def covariance(data):
    scaled = (data - data.mean(axis=0)) / jnp.std(data, axis=0)
    c = scaled.T @ scaled / data.shape[0]
    return jnp.sum(c * c)


def forces(x, y, z):
    def squares(v):
        return (v[:, None] - v[None, :]) ** 2

    d = squares(x) + squares(y) + squares(z) + 0.01
    return jnp.sum(jnp.tril(1.0 / jnp.sqrt(d), -1))


def mixture(x, means, scales, weights):
    z = (x[:, None] - means) / scales
    terms = weights - 0.5 * z * z - jnp.log(scales)
    return -jnp.sum(jax.scipy.special.logsumexp(terms, axis=1))


def recurrent(x, W, U, b):
    def step(h, x):
        h = jnp.tanh(W @ h + U @ x + b)
        return h, jnp.sum(h * h)

    return jnp.sum(lax.scan(step, jnp.zeros(W.shape[0]), x)[1])


def paths(s0, sigma, noise):
    def step(carried, z):
        s, mean = carried
        s = s * jnp.exp(-0.5 * sigma * sigma * 0.01 + sigma * 0.1 * z)
        return (s, mean + s), None

    n, steps = noise.shape
    (_, mean), _ = lax.scan(step, (jnp.full(n, s0), jnp.zeros(n)), noise.T)
    return jnp.mean(jnp.maximum(mean / steps - 100.0, 0.0))


def sparse_product(values, rows, columns, x):
    y = jnp.zeros(x.shape[0]).at[rows].add(values * x[columns])
    return jnp.sum(y * y)


def shallow_water(h, u, steps):
    def step(_, carried):
        h, u = carried
        u = u.at[1:-1].set(u[1:-1] - 0.05 * (h[2:] - h[:-2]) - 0.02 * u[1:-1] * (u[2:] - u[:-2]))
        h = h.at[1:-1].set(h[1:-1] - 0.05 * (h[2:] * u[2:] - h[:-2] * u[:-2]))
        return h, u

    h, u = lax.fori_loop(0, steps, step, (h, u))
    return jnp.sum(h * h) + jnp.sum(u * u)


def convolution(x, w):
    return jnp.sum(jnp.tanh(jnp.convolve(x, w[::-1], mode="valid")))


def rotations(angles, points, seen):
    c, s = jnp.cos(angles)[:, None], jnp.sin(angles)[:, None]
    depth = s * points[:, 0] + c * points[:, 2] + 4.0
    u = (c * points[:, 0] - s * points[:, 2]) / depth
    v = points[:, 1] / depth
    return jnp.sum((u - seen[..., 0]) ** 2 + (v - seen[..., 1]) ** 2)


def masked(x, y):
    r = y - jnp.cumsum(x) * 0.1
    r = jnp.where(jnp.abs(r) > 1.0, 0.5 * r, r)
    return jnp.sum(jnp.where(r > 0.0, r * r, 0.1 * r))


def box(u, steps):
    def step(_, u):
        inner = u[1:-1, 1:-1, 1:-1]
        beside = u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
        beside = beside + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2]
        return u.at[1:-1, 1:-1, 1:-1].set(inner + 0.1 * (beside - 6.0 * inner))

    u = lax.fori_loop(0, steps, step, u)
    return jnp.sum(u * u)


def gauss_seidel(u, f, steps):
    n, m = u.shape

    def row(i, u):
        def one(before, parts):
            made = 0.25 * (before + parts)
            return made, made

        parts = u[i - 1, 1:-1] + u[i + 1, 1:-1] + u[i, 2:] - f[i, 1:-1]
        _, made = lax.scan(one, u[i, 0], parts)
        return u.at[i, 1:-1].set(made)

    u = lax.fori_loop(0, steps, lambda _, u: lax.fori_loop(1, n - 1, row, u), u)
    return jnp.sum(u * u)


def burgers(u, steps):
    def step(_, u):
        flux = 0.5 * u * u
        inner = u[1:-1] - 0.05 * (flux[2:] - flux[:-2]) + 0.02 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        return u.at[1:-1].set(inner)

    u = lax.fori_loop(0, steps, step, u)
    return jnp.sum(u * u)


def channel(u, v, p, steps):
    def step(_, carried):
        u, v, p = carried
        b = 0.5 * (u[1:-1, 2:] - u[1:-1, :-2]) + 0.5 * (v[2:, 1:-1] - v[:-2, 1:-1])
        p = p.at[1:-1, 1:-1].set(0.25 * (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1]) - b)
        inner = u[1:-1, 1:-1]
        u = u.at[1:-1, 1:-1].add(
            -(0.1 * inner * (inner - u[1:-1, :-2]) + 0.05 * (p[1:-1, 2:] - p[1:-1, :-2]))
        )
        inner = v[1:-1, 1:-1]
        v = v.at[1:-1, 1:-1].add(
            -(0.1 * inner * (inner - v[:-2, 1:-1]) + 0.05 * (p[2:, 1:-1] - p[:-2, 1:-1]))
        )
        u = u.at[0, :].set(0.0).at[-1, :].set(0.0)
        return u, v, p

    u, v, p = lax.fori_loop(0, steps, step, (u, v, p))
    return jnp.sum(u * u) + jnp.sum(v * v)


def lu(A):
    n = A.shape[0]
    places = jnp.arange(n)

    def step(k, A):
        below = places > k
        factors = jnp.where(below, A[:, k] / A[k, k], 0.0)
        A = A - jnp.where(below[None, :], factors[:, None] * A[k][None, :], 0.0)
        return A.at[:, k].set(jnp.where(below, factors, A[:, k]))

    A = lax.fori_loop(0, n, step, A)
    return jnp.sum(jnp.log(jnp.abs(jnp.diag(A))))


def triangular_solve(L, b):
    x = jax.scipy.linalg.solve_triangular(L, b, lower=True)
    return jnp.sum(x * x)


def gram_schmidt(A):
    n = A.shape[1]
    later = jnp.arange(n)

    def step(k, carried):
        Q, R = carried
        norm = jnp.sqrt(jnp.sum(Q[:, k] * Q[:, k]))
        q = Q[:, k] / norm
        row = jnp.where(later > k, q @ Q, 0.0)
        Q = (Q - jnp.outer(q, row)).at[:, k].set(q)
        return Q, R.at[k].set(row.at[k].set(norm))

    Q, R = lax.fori_loop(0, n, step, (A, jnp.zeros((n, n))))
    return jnp.sum(jnp.log(jnp.diag(R))) + jnp.sum(R)


def chain(A, B, C, x):
    y = A @ (B @ (C @ x))
    return jnp.sum(jnp.sin(y) * y)


def products(A, B, C):
    E = (A @ B).T @ C
    return jnp.sum(E * E) / E.size


def correlation(data):
    n, m = data.shape
    data = (data - data.mean(axis=0)) / data.std(axis=0)
    c = jnp.triu(data.T @ data / n, 1) + jnp.eye(m)
    return jnp.sum(c * c)


def image_filter(image, w):
    out = lax.conv_general_dilated(image[None, None], w[None, None], (1, 1), "VALID")[0, 0]
    return jnp.mean(jnp.maximum(out, 0.0))


def population(rate, start, steps):
    def step(x, _):
        x = rate * x * (1.0 - x)
        return x, (x - 0.5) ** 2

    return jnp.sum(lax.scan(step, start, None, length=steps)[1])


def orbits(x, v, m, steps):
    def step(_, carried):
        x, v = carried
        d = x[None, :, :] - x[:, None, :]
        r = jnp.sum(d * d, axis=2) + 0.1
        a = jnp.sum(m[None, :, None] * d / (r * jnp.sqrt(r))[:, :, None], axis=1)
        v = v + 0.01 * a
        return x + 0.01 * v, v

    x, v = lax.fori_loop(0, steps, step, (x, v))
    return jnp.sum(x * x)


def gated(x, W, U, b):
    n = W.shape[0] // 2

    def step(h, x):
        z = W @ h + U @ x + b
        gate = 1.0 / (1.0 + jnp.exp(-z[:n]))
        return gate * h + (1.0 - gate) * jnp.tanh(z[n:]), None

    h, _ = lax.scan(step, jnp.zeros(n), x)
    return jnp.sum(h * h)


def option(s, sigma, steps):
    up = jnp.exp(sigma * jnp.sqrt(1.0 / steps))
    down = 1.0 / up
    p = (jnp.exp(0.03 / steps) - down) / (up - down)
    discount = jnp.exp(-0.03 / steps)
    j = jnp.arange(steps + 1.0)

    def exercised(i):
        return 100.0 - s * up**j * down ** (i - j)

    def step(k, values):
        i = steps - 1 - k
        kept = discount * (p * jnp.roll(values, -1) + (1.0 - p) * values)
        return jnp.where(j <= i, jnp.maximum(kept, exercised(i)), values)

    return lax.fori_loop(0, steps, step, jnp.maximum(exercised(steps), 0.0))[0]


def rows_by_indices(values, columns, starts, x):
    n = starts.shape[0] - 1
    rows = jnp.searchsorted(starts, jnp.arange(values.shape[0]), side="right") - 1

    def step(_, x):
        y = jnp.zeros(n).at[rows].add(values * x[columns])
        return y / jnp.sqrt(jnp.sum(y * y))

    return jnp.sum(lax.fori_loop(0, 5, step, x)[:10])


def alignment(a, b, gap):
    n, m = a.shape[0], b.shape[0]

    def row(before, parts):
        i, value = parts

        def one(left, cell):
            corner, above, cost = cell
            made = cost + jnp.minimum(corner, jnp.minimum(above, left) + gap)
            return made, made

        first = gap * i
        _, made = lax.scan(one, first, (before[:-1], before[1:], (value - b) ** 2))
        return jnp.concatenate([first[None], made]), None

    table, _ = lax.scan(row, gap * jnp.arange(m + 1.0), (jnp.arange(1.0, n + 1.0), a))
    return table[m]
