"""What `numpy.random` draws, as a function of the parameters: the value to the bit, and all modes against differences."""

import numpy as np
import pytest

import s2sad

MODERN = np.random.default_rng
LEGACY = np.random.RandomState
DRAWS = {
    "normal": lambda r, x, s: r.normal(s) * r.normal(x, s).sum()
    + r.normal(loc=s, scale=x, size=(2, 3)).sum(),
    "a number": lambda r, x, s: r.normal(s, x[0]) * r.uniform(s, x[1]),
    "lognormal": lambda r, x, s: r.lognormal(s, x).sum() + r.lognormal(s, 0.3),
    "uniform": lambda r, x, s: r.uniform(s, x + s).sum() + r.uniform(high=s, size=3).sum(),
    "exponential": lambda r, x, s: r.exponential(x, (2, 3)).sum() * r.exponential(s),
    "rayleigh": lambda r, x, s: r.rayleigh(x).sum() * r.rayleigh(scale=s),
    "laplace": lambda r, x, s: r.laplace(x, s).sum() * r.laplace(s),
    "gumbel": lambda r, x, s: r.gumbel(x, s).sum() * r.gumbel(s),
    "logistic": lambda r, x, s: r.logistic(x, s).sum() * r.logistic(s),
    "choice": lambda r, x, s: r.choice(x) * s + (r.choice(x * x, 4) * r.choice(x, size=(2, 4))).sum(),
    "weights": lambda r, x, s: (r.choice(x, 5, p=x / x.sum()) ** s).sum() + r.choice(3, p=x / x.sum()),
    "permutation": lambda r, x, s: (r.permutation(x) ** np.array([1, 2, 3])).sum()
    * r.permutation([s, x[0]])[0],
    "permuted rows": lambda r, x, s: (r.permutation(np.outer(x, x))[0] * x).sum() * s,
}


def shuffled_array(r, x, s):
    y = np.outer(x * s, x)
    r.shuffle(y)
    r.shuffle(y[0])
    return (y[0] ** np.array([1, 2, 3])).sum() + r.normal(s)


def shuffled_list(r, x, s):
    items = [x[0], s, x[1] * s, x[2]]
    r.shuffle(items)
    first = items[0] + 2.0 * items[1]
    r.shuffle(items)
    return first * items[2] + items[0]


DRAWS |= {"shuffled array": shuffled_array, "shuffled list": shuffled_list}


@pytest.mark.parametrize("make", [MODERN, LEGACY])
@pytest.mark.parametrize("name", list(DRAWS))
def test_all_modes(name, make):
    draw = DRAWS[name]

    def drawn(x, s):
        return draw(make(3), x, s)

    args = np.array([0.3, 1.2, 0.7]), 0.8
    s2sad.check_grads(drawn, args)
    assert s2sad.value_and_grad(drawn)(*args)[0] == drawn(*args)


def from_the_module(x, s):
    np.random.seed(2)
    return np.random.normal(x, s).sum() * np.random.uniform(s) + np.random.choice(x)


class Walk:
    def __init__(self, drift, width, seed=0):
        self.drift, self.width = drift, width
        self.rng = np.random.default_rng(seed)

    def end(self, count):
        place = 0.0
        for _ in range(count):
            place += self.rng.normal(self.drift, scale=self.width) * (1.0 + place)
        return place


def from_an_attribute(x, s):
    return Walk(s, x[0]).end(4) * Walk(s, x[1], seed=1).end(2)


def resampled(x, s):
    rng = np.random.default_rng(4)
    places, total = s * rng.standard_normal(8), 0.0
    for observed in x:
        places = places + rng.normal(0.0, s, size=8)
        weights = np.exp(-0.5 * (observed - places) ** 2)
        total += np.log(np.mean(weights))
        places = rng.choice(places, size=8, p=weights / np.sum(weights))
    return total


@pytest.mark.parametrize("function", [from_the_module, from_an_attribute, resampled])
def test_programs(function):
    s2sad.check_grads(function, (np.array([0.3, 1.2, 0.7]), 0.8))


def handed_over(x, draws):
    items = [x, x * x, 2.0]
    draws[0](items)
    return items[0]


def test_what_is_shuffled_by_a_function_that_the_program_finds_is_refused():
    with pytest.raises(s2sad.errors.DifferentiationError, match="writes to what it gets"):
        s2sad.grad(handed_over)(1.5, [np.random.default_rng(0).shuffle])


def test_the_shape_of_a_gamma_distribution_is_refused():
    with pytest.raises(s2sad.errors.DifferentiationError, match="gamma"):
        s2sad.grad(lambda a: np.random.default_rng(0).gamma(a))(1.5)


def batches(w, x):
    """What is drawn is known to be an array, so that what it is an index or a factor of may be written in place."""
    rng = np.random.default_rng(3)
    total = 0.0
    order = rng.permutation(3)
    for start in range(2):
        batch = x[order[start : start + 2]]
        moved = np.tanh(batch @ w)
        moved[np.arange(2), [0, 1]] -= 1.0
        noise = rng.normal(size=(2, 2))
        noise[1] += moved[0]
        moved[rng.random(2) < 0.5] *= noise[1, 0]
        moved[rng.integers(0, 2, size=1)] += batch[0, 0]
        total = total + np.sum(moved**2) + np.sum(noise**2)
    return total


def legacy_batches(w, x):
    np.random.seed(3)
    noise = np.random.randn(2, 2)
    noise[0] += (x @ w)[np.random.permutation(3)][0]
    return np.sum(noise**3)


@pytest.mark.parametrize("f", [batches, legacy_batches])
def test_arrays_that_take_up_what_is_drawn_are_written(f):
    w, x = np.array([[0.3, -0.5], [0.8, 0.1]]), np.array([[0.4, 1.2], [-0.7, 0.3], [0.5, 0.9]])
    s2sad.check_grads(f, (w, x))
    s2sad.check_grads(f, (w, x), argnums=1)
