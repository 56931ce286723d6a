"""Generator expressions whose names are assigned again before they are gone through."""

import math

import pytest

import s2sad


def over_what_it_replaces(xs, y):
    xs = (v * y for v in xs if v > 0)
    return max(xs) + y


def in_a_loop(xs, y):
    for _ in range(3):
        xs = (v * y for v in xs)
        xs = [math.sin(v) for v in xs]
    return sum(xs)


def over_one_another(xs, y):
    ys = (v * y for v in xs)
    ys = (v + 1 for v in ys)
    ys = (v * v for v in ys if v > 0)
    return sum(ys)


def beside_a_new_list(xs, y):
    mean = sum(xs) / len(xs)
    centred = (v - mean for v in xs)
    xs = [v * 2 for v in xs]
    return sum(a * b for a, b in zip(xs, centred)) * y


def read_where_it_is_gone_through(xs, y):
    items = (v * y for v in xs)
    xs = 3.0
    total = 0.0
    for v in items:
        total += v * xs
    return total


@pytest.mark.parametrize(
    "function",
    [
        over_what_it_replaces,
        in_a_loop,
        over_one_another,
        beside_a_new_list,
        read_where_it_is_gone_through,
    ],
)
def test_a_generator_expression_goes_through_what_was_there(function):
    args = ([1.0, 2.0, 3.5], 0.7)
    s2sad.check_grads(function, args)
    assert s2sad.value_and_grad(function)(*args)[0] == function(*args)


def over_more_than_a_name(xs, y):
    items = (v * w for v, w in zip(xs, xs))
    xs = [1.0]
    return sum(items) * y


def test_what_is_not_a_name_has_to_stay():
    with pytest.raises(
        s2sad.UnsupportedSyntax, match="`xs` is assigned between a generator expression over it"
    ):
        s2sad.grad(over_more_than_a_name)([1.0, 2.0], 3.0)
