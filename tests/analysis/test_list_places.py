"""What is read from lists at places that nothing overwrites is read again. The gradients are those of differences."""

import math

import pytest

import s2sad


def sweep(x):
    y = list(x)
    for i in range(1, len(y)):
        y[i] = y[i] * math.sin(y[i - 1])
    return sum(y)


def backwards(x):
    y = list(x)
    for i in range(len(y) - 2, -1, -1):
        y[i] = math.cos(y[i]) * y[i + 1] * y[i + 1]
    return y[0]


def what_comes_is_overwritten(x):
    y = list(x)
    for i in range(len(y) - 1):
        y[i + 1] = math.sin(y[i]) * y[i + 1]
        y[i] = y[i] * y[i + 1]
    return sum(y)


def from_the_end(x):
    y = list(x)
    for i in range(1, len(y)):
        y[-1] = math.sin(y[-1]) * y[-i]
    return sum(y)


def twice(x):
    y = list(x)
    for _ in range(2):
        for i in range(1, len(y)):
            y[i] = math.sin(y[i - 1]) * y[i]
    return sum(y)


def rows(x):
    table = [[a, a * a, 1.0] for a in x]
    for i in range(1, len(table)):
        for j in range(1, 3):
            table[i][j] += math.sin(table[i - 1][j]) * table[i][j - 1]
    return table[-1][-1] * table[1][0]


def a_row_of_its_own(x):
    out = []
    for a in x:
        row = [a, 0.0]
        row[1] = math.exp(row[0])
        row[0] = row[0] * row[1]
        out.append(row)
        out[0][0] = math.sin(out[0][0]) * row[0] if len(out) < 2 else out[0][0] * a
    return sum(row[0] for row in out)


def the_row_at_hand(x):
    table = [[a, 2.0 * a] for a in x]
    total = 0.0
    for row in table:
        row[0] = math.sin(row[1]) * row[0]
        row[1] = math.cos(row[0]) * row[1]
        total += row[0] * row[1]
    return total * table[0][0]


def shrinks(x):
    y = list(x)
    total = 0.0
    while len(y) > 1:
        total += math.sin(y[0]) * y[1]
        last = y.pop()
        y[0] = y[0] * last
    return total


def taken_and_put(x):
    y = list(x)
    total = 0.0
    for i in range(2):
        total += math.sin(y[2])
        y.pop()
        y.append(total * y[i])
    return total * y[2]


def by_number(x):
    known = {0: x[0]}
    for n in range(1, len(x)):
        if n not in known:
            known[n] = x[n] * math.sin(known[n - 1]) + math.cos(known[n // 2])
    known[0] = known[0] * known[1]
    return known[len(x) - 1] + known[0]


def two_lists(x):
    y, z = list(x), [0.0] * len(x)
    for i in range(1, len(x)):
        z[i] = math.sin(y[i - 1]) * y[i]
        y[i] = z[i] * math.cos(z[i - 1])
    return sum(y) + z[-1]


def in_a_branch(x):
    y = list(x)
    for i in range(1, len(y)):
        if y[i] > 0.5:
            y[i] = math.sin(y[i - 1]) * y[i]
        else:
            y[i - 1] = math.exp(y[i]) * y[i - 1]
    return sum(y)


PROGRAMS = (
    sweep,
    backwards,
    what_comes_is_overwritten,
    from_the_end,
    twice,
    rows,
    a_row_of_its_own,
    the_row_at_hand,
    shrinks,
    taken_and_put,
    by_number,
    two_lists,
    in_a_branch,
)
POINT = [0.3, 0.8, 0.7, 0.4]


def differences(f, x, step=1e-5):
    found = []
    for i in range(len(x)):
        ends = []
        for sign in (1.0, -1.0):
            moved = list(x)
            moved[i] += sign * step
            ends.append(f(moved))
        found.append((ends[0] - ends[1]) / (2.0 * step))
    return found


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f):
    assert s2sad.grad(f)(POINT) == pytest.approx(differences(f, POINT), rel=1e-7, abs=1e-8)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_second_derivatives(f):
    direction = [0.5, -0.2, 0.3, 0.7]

    def along(t):
        return s2sad.grad(f)([a + t * d for a, d in zip(POINT, direction)])

    expected = [(b - a) / 2e-5 for a, b in zip(along(-1e-5), along(1e-5))]
    assert s2sad.hvp(f, (POINT,), (direction,))[0] == pytest.approx(expected, rel=1e-6, abs=1e-7)


def test_rows_above_are_read_again():
    gradient = s2sad.grad(rows)
    gradient(POINT)
    assert "saved" not in gradient.source


def test_what_is_overwritten_is_saved():
    gradient = s2sad.grad(sweep)
    gradient(POINT)
    assert "saved.append((y_i, sin_y_before))" in gradient.source
