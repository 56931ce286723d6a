"""Numerical methods on lists and dicts that are written, in all modes against differences."""

import math

import pytest


def thomas(a, b, n):
    """A tridiagonal system on lists, by elimination."""
    lower, diagonal, upper = [a] * n, [b + 0.1 * i for i in range(n)], [a * 0.5] * n
    right = [math.sin(i + 1.0) for i in range(n)]
    for i in range(1, n):
        m = lower[i] / diagonal[i - 1]
        diagonal[i] -= m * upper[i - 1]
        right[i] = right[i] - m * right[i - 1]
    x = [0.0] * n
    x[-1] = right[-1] / diagonal[-1]
    for i in range(n - 2, -1, -1):
        x[i] = (right[i] - upper[i] * x[i + 1]) / diagonal[i]
    return sum(v * v for v in x)


def polynomial_product(a, b):
    def times(p, q):
        r = [0.0] * (len(p) + len(q) - 1)
        for i, u in enumerate(p):
            for j, v in enumerate(q):
                r[i + j] += u * v
        return r

    p = [1.0]
    for _ in range(3):
        p = times(p, [a, b, 1.0])
    return p[2] * p[3]


def polynomial_division(a, b):
    rest, quotient = [1.0, a, b, a * b, 2.0], []
    divisor = [1.0, b]
    while len(rest) >= len(divisor):
        factor = rest[0] / divisor[0]
        quotient.append(factor)
        for i in range(len(divisor)):
            rest[i] -= factor * divisor[i]
        rest.pop(0)
    return sum(quotient) * rest[0]


def horner_derivatives(x, c):
    values = [0.0] * 3
    for a in (1.0, c, 2.0, -c):
        for k in (2, 1):
            values[k] = values[k] * x + k * values[k - 1]
        values[0] = values[0] * x + a
    return values[0] * values[1] + values[2]


def sparse_product(x, y):
    """A sparse matrix as a dict of dicts."""
    rows = {}
    for i, j, v in [(0, 0, x), (0, 2, y), (1, 1, x * y), (2, 0, 1.0), (0, 0, 0.5)]:
        row = rows.setdefault(i, {})
        row[j] = row.get(j, 0.0) + v
    vector = [x, 1.0, y]
    result = [0.0] * 3
    for i, row in rows.items():
        for j, v in row.items():
            result[i] += v * vector[j]
    return result[0] * result[1] + result[2]


def inverse_by_gauss(a, b):
    """Gauss and Jordan with pivots, on lists of lists."""
    matrix = [[0.1, a, 1.0], [a, b, 2.0], [1.0, a * b, 0.5]]
    n = len(matrix)
    work = [row[:] + [1.0 if i == j else 0.0 for j in range(n)] for i, row in enumerate(matrix)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(work[r][c]))
        if pivot != c:
            work[c], work[pivot] = work[pivot], work[c]
        p = work[c][c]
        work[c] = [v / p for v in work[c]]
        for r in range(n):
            if r != c:
                f = work[r][c]
                for k in range(2 * n):
                    work[r][k] -= f * work[c][k]
    return sum(work[i][n + i] for i in range(n)) + work[0][n + 2]


def cholesky(a, b):
    matrix = [[4.0 + a, b, 0.5], [b, 3.0 + a * a, a], [0.5, a, 5.0]]
    low = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(i + 1):
            s = sum(low[i][k] * low[j][k] for k in range(j))
            low[i][j] = math.sqrt(matrix[i][i] - s) if i == j else (matrix[i][j] - s) / low[j][j]
    return sum(math.log(low[i][i]) for i in range(3)) + low[2][0]


def swapped_buffers(x):
    """The heat equation by two lists that change their names."""
    old, new = [0.0, x, x * x, 1.0, 0.0], [0.0] * 5
    for _ in range(4):
        for i in range(1, 4):
            new[i] = old[i] + 0.2 * (old[i - 1] - 2.0 * old[i] + old[i + 1] ** 2)
        old, new = new, old
    return sum(v * v for v in old)


def adam(theta):
    """First and second moments by the name of the parameter."""
    params = {"w": theta, "b": theta * theta}
    first = {k: 0.0 for k in params}
    second = dict.fromkeys(params, 0.0)
    for t in range(1, 4):
        for k in params:
            g = 2.0 * params[k] - math.sin(params[k])
            first[k] = 0.9 * first[k] + 0.1 * g
            second[k] = 0.99 * second[k] + 0.01 * g * g
            up = first[k] / (1 - 0.9**t)
            params[k] -= 0.1 * up / (math.sqrt(second[k] / (1 - 0.99**t)) + 1e-3)
    return params["w"] * params["b"]


def nested_lists_of_dicts(x, y):
    bodies = [{"m": 1.0, "x": x, "v": y}, {"m": x * y, "x": 2.0, "v": 0.0}]
    for _ in range(3):
        for body in bodies:
            for other in bodies:
                if other is not body:
                    d = other["x"] - body["x"]
                    body["v"] += 0.1 * other["m"] * d
        for body in bodies:
            body["x"] += 0.1 * body["v"]
    return sum(b["m"] * b["v"] ** 2 for b in bodies)


def runge_kutta(k, m):
    """A system of equations with the state in a list that a function makes anew."""

    def rhs(s):
        return [s[1], -k / m * s[0]]

    s = [1.0, 0.0]
    for _ in range(3):
        k1 = rhs(s)
        mid = [0.0] * 2
        for i in range(2):
            mid[i] = s[i] + 0.05 * k1[i]
        k2 = rhs(mid)
        for i in range(2):
            s[i] += 0.1 * k2[i]
    return s[0] * s[1]


def fft_in_place(a, b):
    """Bit reversal and butterflies on two lists of real and imaginary parts."""
    re, im = [a, b, a * b, 1.0, 0.5, a, b * b, 2.0], [0.0] * 8
    j = 0
    for i in range(1, 8):
        bit = 4
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            re[i], re[j] = re[j], re[i]
    size = 2
    while size <= 8:
        for start in range(0, 8, size):
            for k in range(size // 2):
                c, s = math.cos(-2 * math.pi * k / size), math.sin(-2 * math.pi * k / size)
                u, v = start + k, start + k + size // 2
                tr, ti = re[v] * c - im[v] * s, re[v] * s + im[v] * c
                re[v], im[v] = re[u] - tr, im[u] - ti
                re[u], im[u] = re[u] + tr, im[u] + ti
        size *= 2
    return re[1] ** 2 + im[1] ** 2 + re[3] * im[2]


CASES = [
    (lambda a, b: thomas(a, b, 5), (0.7, 3.1)),
    (polynomial_product, (0.7, 1.2)),
    (polynomial_division, (0.7, 1.2)),
    (horner_derivatives, (0.7, 1.2)),
    (sparse_product, (0.7, 1.2)),
    (inverse_by_gauss, (0.7, 1.3)),
    (cholesky, (0.7, 1.3)),
    (swapped_buffers, (0.7,)),
    (adam, (0.7,)),
    (nested_lists_of_dicts, (0.7, 1.3)),
    (runge_kutta, (0.7, 1.3)),
    (fft_in_place, (0.7, 1.3)),
]


@pytest.mark.parametrize(("function", "args"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_all_modes(function, args, all_modes):
    all_modes(function, args)
