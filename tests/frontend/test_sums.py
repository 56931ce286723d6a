"""Sums of lists and tuples are what they hold, one after the other."""

import pytest

import s2sad

M = [[0.1, 0.2], [0.3, 0.4]]


def rows(m):
    return sum(v * (k + 1) for k, v in enumerate(sum(m, [])))


def rows_that_are_written_later(m):
    s = [[0.0] * 2 for _ in range(2)]
    for i in range(2):
        for j in range(2):
            s[i][j] += m[j][i] ** 2
    flat = sum(s, [])
    s[0][0] = 5.0
    return sum(v * (k + 1) for k, v in enumerate(flat))


def pairs(m):
    return sum(v * v for v in sum([(r[0], r[1] * 2) for r in m], (m[0][0],)))


def a_sum_that_is_written(m):
    products = [[r[0] * r[1], 2.0] for r in m]
    flat = sum(products, start=[m[0][0]])
    flat[1] *= m[1][1]
    return flat[0] * flat[1] + sum(sum(products, []))


def parts_as_they_come(m):
    return sum(v * (k + 1) for k, v in enumerate(sum((r[1:] for r in m), [])))


@pytest.mark.parametrize(
    "f, expected",
    [
        (rows, [[1.0, 2.0], [3.0, 4.0]]),
        (rows_that_are_written_later, [[0.2, 1.2], [1.2, 3.2]]),
        (pairs, [[0.4, 1.6], [0.6, 3.2]]),
        (a_sum_that_is_written, [[0.216, 0.104], [0.4, 0.302]]),
        (parts_as_they_come, [[0.0, 1.0], [0.0, 2.0]]),
    ],
)
def test_sums_of_lists(f, expected):
    for row, wanted in zip(s2sad.grad(f)(M), expected, strict=True):
        assert row == pytest.approx(wanted, rel=1e-12)
