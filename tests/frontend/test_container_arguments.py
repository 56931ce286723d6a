"""Containers and objects that are passed to functions of the module, and returned by them."""

import pytest


def fills(out, x, k):
    if k > 0:
        out.append(x * k)
        fills(out, x, k - 1)


def filled_by_a_recursion(x):
    out = []
    fills(out, x, 3)
    return sum(out) * len(out)


def memo(table, x, k):
    if k not in table:
        table[k] = 1.0 if k < 2 else memo(table, x, k - 1) * x + memo(table, x, k - 2)
    return table[k]


def with_a_table(x):
    return memo({}, x, 4)


def given_back(xs, x, k):
    if k == 0:
        return xs
    xs.append(xs[-1] * x)
    return given_back(xs, x, k - 1)


def the_same_list(x):
    xs = [x]
    ys = given_back(xs, x, 2)
    ys[0] = 3.0
    return xs[0] * xs[2]


@pytest.mark.parametrize("f", [filled_by_a_recursion, with_a_table, the_same_list])
def test_a_function_writes_to_what_it_gets(same, f):
    made = same(f, (0.7,), (-1.5,))
    assert len(made.names) > 1


def test_the_list_of_a_caller_stays_as_it_was(same):
    def f(xs):
        xs[0] = xs[0] * xs[1]
        xs.append(xs[0])
        return xs[-1]

    same(f, ([0.5, 2.0],))
