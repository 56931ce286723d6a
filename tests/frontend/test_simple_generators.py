"""Generators that get nothing active are written out where a loop goes through them, so that the items are known."""

import numpy as np
import pytest

import s2sad


def batches(X, y=None, size=64):
    for begin in np.arange(0, len(X), size):
        end = min(begin + size, len(X))
        if y is not None:
            yield X[begin:end], y[begin:end]
        else:
            yield X[begin:end]


def shuffled(X, y, size, seed=0):
    order = np.random.default_rng(seed).permutation(len(X))
    for begin in range(0, len(X), size):
        part = order[begin : begin + size]
        if len(part) < size:
            return
        yield X[part], y[part]


def windows(x, k):
    i = 0
    while i + k <= len(x):
        yield x[i : i + k]
        i += 1


def pairs(n):
    for i in range(n):
        for j in range(i):
            yield i, j


def products(rate, X, y):
    total = 1.0
    for x, t in batches(X, y, size=2):
        total = total * np.sum(x) * rate + t[0]
    return total


def trained(rate, X, y):
    w = np.zeros(3)
    for epoch in range(3):
        for a, b in shuffled(X, y, size=2, seed=epoch):
            w = w - rate * a.T @ (a @ w - b)
    return np.sum(w**2)


def left_early(k, X, y):
    total = 0.0
    for i, w in enumerate(windows(X[:, 0], 3)):
        total += np.tanh(k * np.mean(w)) * i
        if i == 1:
            break
    return total


def beside_others(k, X, y):
    total = 0.0
    for w, v in zip(windows(X[:, 0], 2), X[:, 1]):
        if v < 1.0:
            total += np.tanh(k * np.mean(w)) * v
    return total


def over_pairs(k, X, y):
    energy = 0.0
    for i, j in pairs(4):
        energy += k**2 / (X[i, 0] - X[j, 1] + 0.05)
    return energy


def written_to(k, X, y):
    total = 0.0
    for w in windows(X[:, 0].copy(), 2):
        w *= 2.0
        total += np.sum(w) * k**2
    return total


DATA = np.arange(15.0).reshape(5, 3) * 0.1, np.ones(5)


@pytest.mark.parametrize("f", [products, trained, left_early, beside_others, over_pairs, written_to])
def test_derivatives_of_both_orders(f):
    slope, h = s2sad.grad(f), 1e-6
    assert s2sad.value_and_grad(f)(0.3, *DATA)[0] == pytest.approx(f(0.3, *DATA))
    assert slope(0.3, *DATA) == pytest.approx((f(0.3 + h, *DATA) - f(0.3 - h, *DATA)) / (2 * h), rel=1e-6)
    found, _ = s2sad.hvp(f, (0.3, *DATA), (1.0, None, None))[0], None
    wanted = (slope(0.3 + h, *DATA) - slope(0.3 - h, *DATA)) / (2 * h)
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-8)


def test_items_have_known_kinds():
    slope = s2sad.grad(products)
    slope(0.3, *DATA)
    assert "batches" not in slope.source
    assert "numbers_like" not in slope.source


FILES = []


def with_a_finish(n):
    try:
        for i in range(n):
            yield float(i)
    finally:
        FILES.append(n)


def with_a_list(n):
    done = []
    for i in range(n):
        done.append(float(i))
        yield sum(done)


@pytest.mark.parametrize("make", [with_a_finish, with_a_list])
def test_generators_that_do_more_stay_calls(make):
    def f(x):
        total = 0.0
        for t in make(4):
            total += x**2 * t
        return total

    assert s2sad.grad(f)(0.5) == pytest.approx(sum(make(4)))
