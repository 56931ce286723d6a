"""Zero tangents are stronger than infinities that the program names, as zero adjoints are, in every mode."""

import math

import numpy as np
import pytest

import s2sad

INF = float("inf")
X, Y = np.array([0.1, 0.5, 0.9]), np.array([0.2, 0.3, 0.7, 0.1])


def soft_dtw(x, y, gamma):
    n, m = x.shape[0], y.shape[0]
    D = np.full((n + 1, m + 1), np.inf)
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r = np.array([D[i - 1, j], D[i, j - 1], D[i - 1, j - 1]]) / -gamma
            largest = np.max(r)
            D[i, j] = (x[i - 1] - y[j - 1]) ** 2 - gamma * (np.log(np.sum(np.exp(r - largest))) + largest)
    return D[n, m]


def divided_in_place(x, y, gamma):
    n, m = x.shape[0], y.shape[0]
    D = np.full((n + 1, m + 1), float("inf"))
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r = np.array([D[i - 1, j], D[i, j - 1], D[i - 1, j - 1]])
            r /= -gamma
            largest = np.max(r)
            r -= largest
            D[i, j] = (x[i - 1] - y[j - 1]) ** 2 - gamma * (np.log(np.sum(np.exp(r))) + largest)
    return D[n, m]


def multiplied_in_place(x, y, gamma):
    n, m = x.shape[0], y.shape[0]
    D = np.full((n + 1, m + 1), INF)
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r = np.array([D[i - 1, j], D[i, j - 1], D[i - 1, j - 1]])
            r *= -1.0 / gamma
            largest = np.max(r)
            D[i, j] = (x[i - 1] - y[j - 1]) ** 2 - gamma * (np.log(np.sum(np.exp(r - largest))) + largest)
    return D[n, m]


def numbers(x, y, gamma):
    n, m = len(x), len(y)
    D = [[math.inf] * (m + 1) for _ in range(n + 1)]
    D[0][0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            r = [D[i - 1][j] / -gamma, D[i][j - 1] / -gamma, D[i - 1][j - 1] / -gamma]
            largest = max(r)
            weights = [math.exp(v - largest) for v in r]
            D[i][j] = (x[i - 1] - y[j - 1]) ** 2 - gamma * (math.log(sum(weights)) + largest)
    return D[n][m]


def negative(x, y, gamma):
    n, m = x.shape[0], y.shape[0]
    D = -np.inf * np.ones((n + 1, m + 1))
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            before = np.logaddexp(D[i - 1, j] / gamma, D[i, j - 1] / gamma)
            before = np.logaddexp(before, D[i - 1, j - 1] / gamma)
            D[i, j] = gamma * before - (x[i - 1] - y[j - 1]) ** 2
    return D[n, m]


def masked(x, y, gamma):
    scores = np.where(np.tri(3, 4, 1) > 0, np.outer(x, y), -np.inf) / gamma
    weights = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return np.sum((weights / np.sum(weights, axis=1, keepdims=True)) @ y)


def paths(x, y, gamma):
    scores = np.array([0.0, -np.inf, -np.inf])
    steps = np.where(np.tri(3).T - np.tri(3, 3, -2).T > 0, 0.5, -np.inf)
    for i in range(3):
        z = (scores[:, None] + steps) * gamma
        largest = np.max(z, axis=0)
        largest = np.where(np.isinf(largest), 0.0, largest)
        scores = np.log(np.sum(np.exp(z - largest), axis=0)) + largest - (x[i] - y[:3]) ** 2
    return scores[2]


def lists(x, y, gamma):
    rows = [[0.0] + [INF] * len(y)]
    for i in range(len(x)):
        row = [INF]
        for j in range(len(y)):
            r = [rows[i][j + 1], row[j], rows[i][j]]
            least = min(r)
            weights = [math.exp(-(v - least) / gamma) for v in r]
            row.append((x[i] - y[j]) ** 2 + least - gamma * math.log(sum(weights)))
        rows.append(row)
    return rows[len(x)][len(y)]


def shortest(x, y, gamma):
    n, m = x.shape[0], y.shape[0]
    D = np.full((n + 1, m + 1), np.inf)
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            least = min(gamma * D[i - 1, j], D[i, j - 1], 2.0 * D[i - 1, j - 1])
            D[i, j] = gamma * (x[i - 1] - y[j - 1]) ** 2 + least
    return D[n, m]


PROGRAMS = (
    *(soft_dtw, divided_in_place, multiplied_in_place, numbers, negative, masked, paths, lists, shortest),
)
TANGENTS = (
    (np.array([1.0, -0.5, 0.25]), np.array([0.5, 1.0, 0.0, -1.0]), 0.0),
    (np.array([0.0, 0.7, -0.3]), np.array([0.1, -0.4, 0.2, 0.9]), 1.0),
    (np.zeros(3), np.zeros(4), 0.6),
)


def moved(tangents, step):
    return tuple(a + step * dot for a, dot in zip((X, Y, 0.3), tangents))


def slope(fun, tangents, step=1e-5):
    ahead, behind = fun(*moved(tangents, step)), fun(*moved(tangents, -step))
    if isinstance(ahead, tuple):
        return [(a - b) / (2.0 * step) for a, b in zip(ahead, behind)]
    return (ahead - behind) / (2.0 * step)


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning", "ignore:divide by zero:RuntimeWarning")
@pytest.mark.parametrize("tangents", TANGENTS, ids=["held", "all", "divisor"])
@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_of_programs_with_infinite_borders(fun, tangents):
    expected = slope(fun, tangents)
    gradient = s2sad.grad(fun, (0, 1, 2))
    reverse = sum(np.sum(bar * dot) for bar, dot in zip(gradient(X, Y, 0.3), tangents))
    assert s2sad.jvp(fun, (X, Y, 0.3), tangents)[1] == pytest.approx(expected, rel=1e-6, abs=1e-8)
    assert reverse == pytest.approx(expected, rel=1e-6, abs=1e-8)
    found = s2sad.hvp(fun, (X, Y, 0.3), tangents)
    for one, other in zip(found, slope(gradient, tangents)):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-7)


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_several_tangents_at_once():
    for fun in (soft_dtw, numbers):
        _, found = s2sad.jvps(fun, (X, Y, 0.3), TANGENTS)
        np.testing.assert_allclose(found, [slope(fun, tangents) for tangents in TANGENTS], rtol=1e-6)


@pytest.mark.parametrize("fun", [soft_dtw, divided_in_place, negative], ids=lambda fun: fun.__name__)
def test_compiled(fun):
    pytest.importorskip("numba")
    for tangents in TANGENTS:
        found = s2sad.jvp(fun, (X, Y, 0.3), tangents, jit=True)[1]
        assert found == pytest.approx(slope(fun, tangents), rel=1e-6, abs=1e-8)
        gradient = s2sad.grad(fun, (0, 1, 2), jit=True)(X, Y, 0.3)
        assert sum(np.sum(bar * dot) for bar, dot in zip(gradient, tangents)) == pytest.approx(found)


def closest(x, y, gamma):
    best = np.inf
    for i in range(len(x)):
        d = np.sum((x[i] - y) ** 2) / gamma
        if d < best:
            best = d
    return best * gamma**2


def softmax(x, y, gamma):
    scores = np.where(y > 0.0, y / gamma, -np.inf)
    weights = np.exp(scores - 1.0)
    return np.sum(weights / np.sum(weights))


def without(x, y, gamma):
    r = x / -gamma
    return gamma * np.sum(np.exp(r)) * np.sum(y)


@pytest.mark.parametrize("fun", [closest, softmax, without], ids=lambda fun: fun.__name__)
def test_what_stays_finite_is_not_guarded(fun):
    assert "guarded(" not in s2sad.emit(fun, X, Y, 0.3, argnums=(0, 1, 2), mode="forward")


def test_what_stays_finite_is_not_guarded_in_reverse():
    assert "guarded(" not in s2sad.emit(closest, X, Y, 0.3, argnums=(0, 1, 2))


def endless(x, y):
    return INF * x * y


def test_a_zero_tangent_is_stronger_than_an_infinite_factor():
    assert s2sad.jvp(endless, (2.0, 3.0), (0.0, 0.0)) == (INF, 0.0)
    assert s2sad.jvp(endless, (2.0, 3.0), (1.0, 0.0)) == (INF, INF)
    assert s2sad.vjp(endless, 2.0, 3.0)[1](0.0) == (0.0, 0.0)
