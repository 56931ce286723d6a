"""Lists that are written out within lists, beside what is spread, and written to afterwards."""

import pytest

X = [0.3, 0.7, -0.2]


def beside_what_is_spread(xs):
    rows = [xs[:]]
    for x in xs:
        rows = [*rows, [x, 0.2]]
    rows[0][1] = xs[2] * xs[0]
    return sum(v * v for row in rows for v in row)


def beside_a_row_of_another_list(xs):
    table = [[0.0] * 2 for _ in range(2)]
    rows = [table[0]]
    for x in xs:
        rows = [*rows, [x, 0.2]]
    table[0][1] = xs[0]
    return sum(v * v * (i + 1) for i, row in enumerate(rows) for v in row)


def changed(rows, a):
    rows[0][1] = a * rows[1][0]
    rows.append([a])
    return rows


def as_an_argument(xs):
    made = changed([[xs[0], 1.0], *[[x, x * x] for x in xs]], xs[2])
    return sum(v * v for row in made for v in row)


def three_deep(xs):
    made = [[[xs[0], 1.0], [2.0, xs[1]]], [[xs[2]], [xs[0]]]]
    made = [*made, [[xs[0]], [xs[1], 3.0]]]
    made[0][1][0] = xs[0]
    made[2][1][1] *= made[0][1][0]
    return sum(v * v for table in made for row in table for v in row)


@pytest.mark.parametrize(
    "program", [beside_what_is_spread, beside_a_row_of_another_list, as_an_argument, three_deep]
)
def test_all_modes(check, program):
    check(program, X)
