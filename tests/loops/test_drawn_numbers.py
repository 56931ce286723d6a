"""Random numbers of a generator with a seed, and tables, in compiled derivatives: computed when code is made."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 1.2, -0.7, 2.0])


def gauss(a, b):
    nodes, weights = np.polynomial.legendre.leggauss(6)
    nodes *= 0.5 * 2.0
    t = 0.5 * (b - a) * nodes + 0.5 * (b + a)
    return 0.5 * (b - a) * np.sum(weights * np.sin(t) * t)


def terminal_prices(s, sigma):
    rng = np.random.default_rng(42)
    prices = s * np.ones(6)
    for _ in range(3):
        prices = prices * np.exp(-0.1 * sigma**2 + 0.3 * sigma * rng.standard_normal(6))
    return np.mean(np.maximum(prices - 1.0, 0.0)) + rng.normal() * s


def of_active_parameters(mean, width):
    rng = np.random.RandomState(3)
    return np.mean(rng.normal(mean, width, size=5) ** 2) + np.sum(rng.rand(2)) * mean


def descent(x):
    rng, w = np.random.default_rng(seed=1), x[0]
    for _ in range(4):
        w = w - 0.1 * (w - x[rng.integers(0, 4)])
    return w**2


def by_shape(x):
    rng = np.random.default_rng(1)
    return np.sum((x + rng.normal(0.0, 0.1, x.shape)) ** 2 * rng.uniform(size=len(x)))


@pytest.mark.parametrize(
    "fun, at",
    [
        (gauss, (0.7, 1.9)),
        (terminal_prices, (1.1, 0.4)),
        (of_active_parameters, (0.2, 0.7)),
        (descent, (X,)),
        (by_shape, (X,)),
    ],
)
def test_gradients(check, fun, at):
    check(fun, *at)


def test_seeds_and_counts_of_arguments(in_python):
    def mean(a, seed, count):
        return np.mean(np.exp(a * np.random.default_rng(seed).standard_normal(count)))

    compiled = s2sad.value_and_grad(mean, jit=True)
    for given in ((1, 5), (2, 5), (1, 500), (1, 5)):
        assert compiled(0.4, *given) == pytest.approx(s2sad.value_and_grad(mean)(0.4, *given))


def test_tables_stay_as_they_are(in_python):
    compiled = s2sad.value_and_grad(gauss, (0, 1), jit=True)
    first = compiled(0.7, 1.9)
    assert compiled(0.7, 1.9) == first  # what the function writes to is no table that is kept


def without_a_seed(a):
    return a * np.random.default_rng().normal()


def in_a_branch(a):
    rng = np.random.default_rng(0)
    if a > 0.1:
        a = a * rng.normal()
    return a * rng.normal()


def until_it_is_small(a):
    rng = np.random.default_rng(0)
    while a > 0.1:
        a = 0.5 * a * rng.uniform()
    return a


@pytest.mark.parametrize("fun", [without_a_seed, in_a_branch, until_it_is_small])
def test_what_differs_is_refused(in_python, fun):
    with pytest.raises(s2sad.DifferentiationError, match="leave `jit=True` away"):
        s2sad.grad(fun, jit=True)(0.3)
