"""How the peak memory of a gradient grows when the size doubles: `python benchmarks/memory_in_place.py`.

The kernels work in place, as people write them. Peak memory is what `tracemalloc` sees of one call, which is all that NumPy
allocates, and the lists and numbers of Python. The exponent is the logarithm to base 2 of the peak at size 2n over that at n.
"""

import math
import tracemalloc

import numpy as np

import s2sad

SIZE = 64


def lu(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return np.sum(np.log(np.abs(np.diag(a))))


def lu_by_products(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[:j, j]) / a[j, j]
        for j in range(i, n):
            a[i, j] -= a[i, :i] @ a[:i, j]
    return np.sum(np.log(np.abs(np.diag(a))))


def cholesky(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    return np.sum(np.log(np.diag(a)))


def triangular_inverse(a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = 1.0 / a[j, j]
        for i in range(j + 1, n):
            a[i, j] = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
    return np.sum(np.tril(a) ** 2)


def gram_schmidt(q):
    n = q.shape[1]
    for k in range(n):
        q[:, k] /= np.sqrt(q[:, k] @ q[:, k])
        for j in range(k + 1, n):
            q[:, j] -= (q[:, k] @ q[:, j]) * q[:, k]
    return np.sum(q[0])


def correlation(data):
    data -= np.mean(data, axis=0)
    m = data.shape[1]
    c = np.eye(m)
    for i in range(m - 1):
        c[i + 1 :, i] = data[:, i] @ data[:, i + 1 :]
    return np.sum(c * c)


def gauss_seidel(a):
    n = a.shape[0]
    x = np.zeros(n)
    for _ in range(n):
        for i in range(n):
            x[i] = (1.0 - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return np.sum(x * x)


def stencil(u):
    n = u.shape[0]
    for _ in range(n):
        u[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u)


def matrix(n):
    return np.eye(n) * n + np.random.default_rng(0).normal(size=(n, n))


def positive(n):
    a = matrix(n)
    return a @ a.T


def vector(n):
    return np.random.default_rng(0).normal(size=n)


KERNELS = (
    (lu, matrix),
    (lu_by_products, matrix),
    (cholesky, positive),
    (triangular_inverse, matrix),
    (gram_schmidt, matrix),
    (correlation, matrix),
    (gauss_seidel, matrix),
    (stencil, lambda n: vector(16 * n)),
)


def peak_memory(function, x):
    """The megabytes that a call allocates at its peak."""
    tracemalloc.start()
    function(x)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def table():
    """The peaks, and how they grow, as a table."""
    lines = [
        f"| kernel | argument, MB | peak at n = {SIZE}, MB | at {2 * SIZE}, MB | exponent |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for kernel, argument in KERNELS:
        gradient = s2sad.grad(kernel)
        gradient(argument(SIZE))
        small, large = (peak_memory(gradient, argument(n)) for n in (SIZE, 2 * SIZE))
        size = argument(2 * SIZE).nbytes / 1e6
        name = kernel.__name__.replace("_", " ")
        lines.append(f"| {name} | {size:.2f} | {small:.2f} | {large:.2f} | {math.log2(large / small):.1f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
