"""Generators: what takes an item sees the variables as they are then, and what is left runs no further."""

import pytest

import s2sad
from s2sad.errors import DifferentiationError


def steps(x, n):
    for _ in range(n):
        x = x * x
        yield x


def interleaved(x):
    seen = [x]

    def doubled():
        for _ in range(2):
            seen[0] = 2.0 * seen[0]
            yield seen[0]

    total = 0.0
    for y in doubled():
        seen[0] = seen[0] + x
        total += y
    return total


def two_loops(x):
    return sum(steps(x, 2)) + 3.0 * list(steps(x, 1))[0]


def returns_nothing_after(x):
    runs = []

    def two():
        runs.append(1)
        yield x
        runs.append(1)
        yield x * x

    for y in two():
        return y * len(runs)


def unpacked(x):
    a, b = steps(x, 2)
    return a * b


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (interleaved, 2.0 + 6.0),
        (two_loops, 2 * 0.7 + 4 * 0.7**3 + 6 * 0.7),
        (returns_nothing_after, 1.0),
        (unpacked, 6 * 0.7**5),
    ],
)
def test_values_and_slopes(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope])


def twice(x):
    ys = steps(x, 3)
    return sum(ys) + sum(ys)


def sent(x):
    def g():
        y = yield from steps(x, 1)
        yield y

    return sum(v for v in g() if v)


@pytest.mark.parametrize("function", [twice, sent])
def test_what_is_gone_through_twice_or_sent_is_refused(function):
    with pytest.raises(DifferentiationError):
        s2sad.grad(function)(0.7)
