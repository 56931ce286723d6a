"""`zip` and `enumerate` with generators: items are taken in Python's order, and no more of them than Python takes."""

import itertools

import pytest

import s2sad
from s2sad.errors import DifferentiationError


def powers(x, n):
    y = 1.0
    for _ in range(n):
        y = y * x
        yield y


def beside_a_list(x):
    return sum(a * b for a, b in zip(powers(x, 4), [1.0, 2.0, 3.0]))


def list_first(x):
    total = 0.0
    for w, y in zip([2.0, 5.0], powers(x, 9)):
        total += w * y
    return total


def numbered(x):
    return sum(i * y for i, y in enumerate(powers(x, 3), 2))


def two_generators(x):
    return sum(a * b for a, b in zip(powers(x, 3), powers(2.0 * x, 2)))


def with_count(x):
    return sum(y * t for t, y in zip(itertools.count(0.5, 0.25), powers(x, 3)))


def left_early(x):
    total = 0.0
    for i, y in enumerate(powers(x, 5)):
        if i == 2:
            break
        total += y
    return total


def cycled(x):
    return sum(y * w for y, w in zip(powers(x, 3), itertools.cycle([1.0, 4.0])))


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (beside_a_list, lambda x: 1.0 + 4.0 * x + 9.0 * x**2),
        (list_first, lambda x: 2.0 + 10.0 * x),
        (numbered, lambda x: 2.0 + 6.0 * x + 12.0 * x**2),
        (two_generators, lambda x: 4.0 * x + 16.0 * x**3),
        (with_count, lambda x: 0.5 + 1.5 * x + 3.0 * x**2),
        (left_early, lambda x: 1.0 + 2.0 * x),
        (cycled, lambda x: 1.0 + 8.0 * x + 3.0 * x**2),
    ],
)
def test_rows_are_those_of_python(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope(0.7)])


def changing(x):
    xs = [x, x]

    def grown():
        for _ in range(2):
            xs[1] = xs[1] * x
            yield xs[1]

    return sum(a * b for a, b in zip(grown(), (y for y in xs)))


def test_what_depends_on_the_other_generator_is_right_or_refused():
    try:
        found = s2sad.grad(changing)(0.7)
    except DifferentiationError:
        return
    width = 1e-6
    assert found == pytest.approx((changing(0.7 + width) - changing(0.7 - width)) / (2 * width), rel=1e-6)
