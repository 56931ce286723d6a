"""Arrays that take up active values while an iterator goes through them."""

import itertools

import numpy as np
import pytest

import s2sad

TENTHS = np.array([0.1, 0.2, 0.3])


def mapped_beside(x, s):
    z = np.zeros(5)
    for a, b in zip(map(np.sin, z), x):
        z[2] += b * s
        s = s + a
    return s + z[2]


def mapped(x, s):
    z = np.zeros(5)
    for a in map(np.sin, z):
        z[2] += s
        s = s + a
    return s + z[2]


def numbered(x, s):
    z = np.zeros(5)
    for i, a in enumerate(z):
        z[(i + 1) % 5] += s * x[i]
        s = s + a
    return s + z[2]


def beside_reversed(x, s):
    z = np.zeros(5)
    for a, b in zip(z, reversed(z)):
        z[2] += s * x[1]
        s = s + a + b
    return s + z[2]


def iterated(x, s):
    z = np.zeros(5)
    it = iter(z)
    for a in it:
        z[2] += s * x[1]
        s = s + a
    return s + z[2]


def filtered(x, s):
    z = np.zeros(5)
    for a in filter(lambda v: v > -1, z):
        z[2] += s * x[1]
        s = s + a
    return s + z[2]


def by_a_generator(x, s):
    z = np.zeros(5)
    for a in (v * 2 for v in z):
        z[2] += s * x[1]
        s = s + a
    return s + z[2]


def mapped_before(x, s):
    z = np.zeros(5)
    m = map(np.sin, z)
    z[2] = s
    for a, b in zip(m, x):
        s = s + a * b
    return s


def rows_summed(x, s):
    z = np.zeros((3, 2))
    for row, b in zip(map(np.sum, z), x):
        z[2, 1] += b * s
        s = s + row * 2
    return s + z[2, 1]


def mapped_by_a_lambda(x, s):
    z = np.zeros(5)
    for a, b in zip(map(lambda v: v * 2, z), x):
        z[2] += b * s
        s = s + a
    return s + z[2]


def mapped_and_numbered(x, s):
    z = np.zeros(5)
    for (_, a), b in zip(enumerate(map(abs, z)), x):
        z[2] += b * s
        s = s + a
    return s + z[2]


def mapped_of_two(x, s):
    z = np.zeros(5)
    for a in map(np.add, z, z[::-1]):
        z[2] += s
        s = s + a
    return s


def sliced(x, s):
    z = np.zeros(5)
    for a, b in zip(itertools.islice(z, 1, 4), x):
        z[2] += s * b
        s = s + a
    return s


def beside_the_longer(x, s):
    z = np.zeros(5)
    for a, b in itertools.zip_longest(z, x):
        z[2] += s * b
        s = s + a
    return s


def pairwise(x, s):
    z = np.zeros(5)
    for a, b in itertools.pairwise(z):
        z[2] += s * x[0]
        s = s + a * b
    return s


def chained(x, s):
    z = np.zeros(5)
    for a in itertools.chain(z, x):
        z[2] += s * x[0]
        s = s + a
    return s


def accumulated(x, s):
    z = np.zeros(3)
    for a in itertools.accumulate(z):
        z[2] += s * x[0]
        s = s + a
    return s


def flat(x, s):
    z = np.zeros(3)
    for a in z.flat:
        z[2] += s * x[0]
        s = s + a
    return s


def with_indices(x, s):
    z = np.zeros(3)
    for _, a in np.ndenumerate(z):
        z[2] += s * x[0]
        s = s + a
    return s


def by_hand(x, s):
    z = TENTHS.copy()
    it = iter(z)
    s = s + next(it)
    z[1] = s
    for a in it:
        s = s * 2 + a
    return s


def product_of_what_is_written_later(x, s):
    z = np.zeros(5)
    for a, b in itertools.product(x[:2], z[1:3]):
        s = s * 0.5 + (a + b) * 0.1
        z[2] += s * 0.1
    return s + z[2]


def sums_in_another_branch(x, s):
    y = np.zeros(5)
    if s > 0.5:
        for a, b in zip(itertools.accumulate(y * 0.3), itertools.repeat(s)):
            s = s * 0.5 + a * b
    else:
        y[1:] *= x[1]
    y[2] = s
    return s * s + y[2]


PROGRAMS = (
    mapped_beside,
    mapped,
    numbered,
    beside_reversed,
    iterated,
    filtered,
    by_a_generator,
    mapped_before,
    rows_summed,
    mapped_by_a_lambda,
    mapped_and_numbered,
    mapped_of_two,
    sliced,
    beside_the_longer,
    pairwise,
    chained,
    accumulated,
    flat,
    with_indices,
    by_hand,
    product_of_what_is_written_later,
    sums_in_another_branch,
)
WIDTH = 1e-6


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f):
    point, direction = (np.array([0.3, 0.5, 0.9, 0.2, 0.4]), 0.7), (
        np.array([1.0, -0.4, 0.3, 0.7, -0.2]),
        0.6,
    )
    ends = [f(*(x + way * WIDTH * d for x, d in zip(point, direction))) for way in (1.0, -1.0)]
    expected = pytest.approx((ends[0] - ends[1]) / (2 * WIDTH), rel=1e-5, abs=1e-7)
    value, gradient = s2sad.value_and_grad(f, (0, 1))(*point)
    assert value == pytest.approx(f(*point), rel=1e-14)
    assert sum(np.sum(g * d) for g, d in zip(gradient, direction)) == expected
    assert s2sad.jvp(f, point, direction)[1] == expected


def test_iterators_that_no_rule_is_for_are_refused():
    def f(x):
        z = np.zeros(3)
        s = x
        for a in np.nditer(z):
            z[2] = s
            s = s + a
        return s

    with pytest.raises(s2sad.DifferentiationError, match="nditer"):
        s2sad.grad(f)(0.5)
