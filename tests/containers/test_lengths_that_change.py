"""Lists and dicts whose last change is after their last use: a shadow has the form that the container had there."""

import copy

import pytest

import s2sad


def taken_off(x, y):
    rows = [[0.1, y] for _ in range(3)]
    a = sum(rows[1])
    last = rows[0].pop()
    return a * last * x[0]


def taken_off_twice(x, y):
    rows = [[0.1, y, x[0]] for _ in range(3)]
    a = sum([[q * q for q in row] for row in rows][-1])
    last = rows[0].pop()
    return a * last * rows[0].pop()


def appended_and_not_read(x, y):
    rows = [[0.1, y] for _ in range(3)]
    rows[0].append([[q * q for q in row] for row in rows][-1][1])
    return sum(x) * y


def appended_to_two(x, y):
    rows = [[0.1, y] for _ in range(3)]
    a = rows[0][1] * rows[1][1]
    rows[0].append(a)
    rows[1].append(a * y)
    return a * x[0]


def new_keys(x, y, key="a"):
    table = {key: y, "b": x[0]}
    a = table["a"] * table["b"]
    table[key + "c"] = a * y
    b = table[key + "c"] * 2.0
    table[key + "d"] = b
    return a * b


def of_two_names(x, y):
    row = [y]
    row.append(y * x[0])
    rows = [x, row]
    total = sum(map(sum, rows))
    rows[1].append(total)
    rows.append([total * total])
    return rows[2][0] * total


def longer_and_shorter(x, y):
    row = [y]
    row.append(y * x[0])
    rows = [row, [y, x[0]]]
    total = sum([v * v for each in rows for v in each])
    rows[0].pop()
    rows[1].append(total)
    return total * y + rows[1][2]


@pytest.mark.parametrize(
    "f",
    [
        taken_off,
        taken_off_twice,
        appended_and_not_read,
        appended_to_two,
        new_keys,
        of_two_names,
        longer_and_shorter,
    ],
)
def test_what_is_changed_last_keeps_its_adjoints(f):
    given, along = ([0.31, 0.83, 0.57], 0.44), ([1.0, 0.0, -1.0], 2.0)

    def at(t):
        return f([v + t * d for v, d in zip(given[0], along[0])], given[1] + t * along[1])

    slope = (at(1e-6) - at(-1e-6)) / 2e-6
    value, (xs, y) = s2sad.value_and_grad(f, (0, 1))(*copy.deepcopy(given))
    assert value == pytest.approx(at(0.0), rel=1e-14)
    assert xs[0] - xs[2] + 2.0 * y == pytest.approx(slope, rel=1e-6)
    assert s2sad.jvp(f, copy.deepcopy(given), along) == pytest.approx((value, slope), rel=1e-6)
