"""Generators and iterators within `try`, on one path only, and over what changes before they are gone through."""

import collections
import itertools
import math

import numpy as np
import pytest

import s2sad

POINT = np.array([0.3, 0.5, 0.2, 0.7])


def product_of_parts(x, s):
    z = np.array([1.0, 2.0, 3.0]) * s
    try:
        for a, b in itertools.product(x[:2], z[1:3]):
            s, t = s * 0.5 + a, a * b
            s = s + math.sqrt(1.5 - s) * t
    except ValueError:
        s = s * 3.0
    return s


def chained_pairs(x, s):
    try:
        y = np.sin(x)
        for a, b in itertools.chain(zip(x, y), [(s, 0.5)]):
            s = s + a * b
            s = s + math.sqrt(1.5 - s)
    except ValueError:
        s = s * 3.0 + y[0]
    return s


def slice_of_pairs(x, s):
    try:
        for a, b in itertools.islice(zip(np.sin(x), x[::-1]), 1, 4):
            s = s * 0.7 + a * b
            s = s + math.sqrt(1.2 - s)
    except ValueError:
        s = s * x[1]
    return s


def results_so_far(x, s):
    try:
        for a, b in zip(itertools.accumulate(x * s), itertools.repeat(s)):
            s = s * 0.5 + a * b
            s = s + math.log(1.2 - s)
    except ValueError:
        s = s * x[1]
    return s


def list_and_generator(x, s):
    try:
        for a, b in zip((x * s).tolist(), (t * s for t in x)):
            s = s * 0.5 + a * b
            s = s + math.sqrt(0.8 - s)
    except ValueError:
        s = s * x[1]
    return s


def rows_of_a_display(x, s):
    i = 1
    try:
        for a, b in (x[i % 3 : i % 3 + 2], x[2:4], np.sin(x[:2])):
            s = s + a * b
            s = s + math.sqrt(1.3 - s)
    except ValueError:
        s = s * x[1]
    return s


def lazily_doubled(x, s):
    for v in x:
        yield v * s


def generator_function(x, s):
    y = s
    try:
        g = lazily_doubled(np.sin(x), s)
        for v in g:
            s = s + v
            s = s + math.sqrt(1.9 - s)
    except ValueError:
        s = s * 3.0 + y
    return s


IN_ATTEMPTS = [
    product_of_parts,
    chained_pairs,
    slice_of_pairs,
    results_so_far,
    list_and_generator,
    rows_of_a_display,
    generator_function,
]


@pytest.mark.parametrize("s", [0.3, 0.5, 1.1, 1.4], ids=str)
@pytest.mark.parametrize("function", IN_ATTEMPTS, ids=lambda f: f.__name__)
def test_in_attempts(function, s, check_modes):
    check_modes(function, (POINT, s))


def one_of_two_generators(x, c):
    k = 2.0
    if c > 0:
        g = (k * v for v in x)
    else:
        g = (k * v * v for v in x)
    k = 5.0
    return sum(g) * k


def gone_through_together(x, s):
    k = s
    for a, b in zip((v * v for v in x), (k * v for v in x)):
        s = s + a * b
        k = k + 1.0
    return s


@pytest.mark.parametrize("function", [one_of_two_generators, gone_through_together])
def test_what_is_gone_through_too_early_is_refused(function):
    with pytest.raises(s2sad.DifferentiationError, match="a generator depends on what"):
        s2sad.grad(function)(POINT, 0.4)


def either_generator(x, c):
    k = 2.0
    if c > 0:
        k = 3.0 * c
        g = (k * v for v in x)
    else:
        g = (k * v * v for v in x)
    return sum(g) * k


@pytest.mark.parametrize("c", [0.4, -0.4])
def test_a_generator_made_in_a_branch_reads_the_names_of_its_branch(c, check_modes):
    check_modes(either_generator, (POINT, c))


def library_generator_twice(x, s):
    pairs = zip(x, x)
    return sum(a * b for a, b in pairs) * sum(a for a, b in pairs)


def test_a_refusal_names_the_line_of_the_user():
    with pytest.raises(s2sad.DifferentiationError) as found:
        s2sad.grad(library_generator_twice)(POINT, 1.0)
    assert found.value.location.file == __file__


def appended(items, value):
    items.append(value)
    if value > 0.9:
        raise ValueError


def sums_of_copies(x):
    a, q, v = [x, 2.0 * x], [x * x, 1.0], 1.0
    q[0] = x
    try:
        appended(a, math.tanh(sum(t * u for t, u in zip(a, itertools.chain(list(q), [x])))))
        v = 2.0
    except ValueError:
        a[0] = v * 0.3
    a.sort()
    return sum(a)


def sums_of_copied_deques(x):
    a, q = [x, 2.0 * x], collections.deque([x * x, 1.0])
    q.appendleft(x)
    q[1] = 0.5
    try:
        appended(a, math.tanh(sum(t * u for t, u in zip(a, itertools.chain(list(q), [x])))))
    except ValueError:
        a[0] = 0.3
    a.sort()
    return sum(a) + sum(q)


def sums_of_tuples(x):
    a, v = [x, 2.0 * x], x
    try:
        for t in tuple(a):
            v = v * sum([t, x, 1.0])
            appended(a, v)
    except ValueError:
        a[0] = v * 0.3
    return sum(a) * v


@pytest.mark.parametrize(
    "f", [sums_of_copies, sums_of_copied_deques, sums_of_tuples], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("x", [0.3, 0.7])
def test_copies_and_sums_of_numbers_raise_nothing(f, x):
    expected = pytest.approx((f(x + 1e-6) - f(x - 1e-6)) / 2e-6)
    assert s2sad.grad(f)(x) == expected
    assert s2sad.jvp(f, (x,), (1.0,))[1] == expected
