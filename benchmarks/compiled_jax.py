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
