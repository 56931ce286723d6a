"""Gradients of functions that go through lists and parts of them: their text is short, and their numbers those of differences."""

from collections import deque

import pytest

import s2sad

POINT = [0.4, 0.9, 0.7, 1.2]


def parts(xs):
    total = xs[0]
    for x in xs[1:]:
        total = total * x + x
    return total


def part_and_whole(xs):
    total = 0.0
    for x in xs:
        total += x * x
    for i, x in enumerate(xs[2:]):
        total += (i + 1) * x * total
    for x in xs[:2]:
        total *= x
    return total


def last_part(xs):
    total = 1.0
    for x in xs[-2:]:
        total *= x
    return total + sum(xs) * sum(xs[1:3])


def window(xs):
    last, total = deque(maxlen=2), 0.0
    for x in xs:
        last.append(x * x)
        total += last[0] * x
    return total


def by_class(xs):
    totals = {}
    for i, x in enumerate(xs):
        totals[i % 2] = totals.get(i % 2, 0.0) + x * x
    return totals[0] * totals[1]


def corner(xs):
    rows = [[x, x * x] for x in xs]
    for i in range(1, len(rows)):
        rows[i][0] *= rows[i - 1][1]
    return rows[-1][0] * rows[1][0]


def stack(xs):
    held = []
    for x in xs:
        held.append(x)
        if len(held) > 1:
            b, a = held.pop(), held.pop()
            held.append(a * b + 0.1 * a)
    return sum(held)


PROGRAMS = (parts, part_and_whole, last_part, window, by_class, corner, stack)


def differences(f, step=1e-6):
    found = []
    for i in range(len(POINT)):
        more, less = list(POINT), list(POINT)
        more[i] += step
        less[i] -= step
        found.append((f(more) - f(less)) / (2.0 * step))
    return found


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f):
    assert s2sad.grad(f)(POINT) == pytest.approx(differences(f), rel=1e-7, abs=1e-8)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_second_derivatives(f):
    along, gradient = [0.3, -0.5, 0.2, 0.1], s2sad.grad(f)
    ends = [gradient([x + sign * 1e-6 * d for x, d in zip(POINT, along)]) for sign in (1.0, -1.0)]
    expected = [(a - b) / 2e-6 for a, b in zip(*ends)]
    assert s2sad.hvp(f, (POINT,), (along,))[0] == pytest.approx(expected, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize(
    "f, lines",
    [
        (parts, ("zip(reversed(xs_tail), reversed(saved))", "xs_bar[1:] = xs_tail_bar")),
        (window, ("saved.append(k)", "zip(reversed(xs), reversed(saved))")),
        (by_class, ("totals_bar = {key: 0.0 for key in totals}",)),
        (stack, ("held_popped = held.pop()", "held_bar = [1.0] * n")),
        (corner, ("rows_bar = [[0.0] * len(row) for row in rows]",)),
    ],
)
def test_the_text(f, lines):
    gradient = s2sad.grad(f)
    gradient(POINT)
    for line in lines:
        assert line in gradient.source
    assert "s2sad" not in gradient.source and "slice(" not in gradient.source
