"""`if`, conditional expressions, `and` and `or`: the value of the path that is taken, and only that path runs."""

import pytest


def conditional(x):
    return x * x if x > 1.0 else 3.0 * x


def last_of_and(x):
    return (x > 0.0 and x * x) + (x < 0.0 or 5.0 * x)


def short(x, flag):
    calls = []

    def call(value):
        calls.append(value)
        return value

    value = flag and call(x) or call(2.0 * x)
    return value * len(calls)


def chosen_operand(x):
    return (0.0 or x) * ([] or [x])[0] + (x and 2.0 * x)


@pytest.mark.parametrize(
    ("function", "args", "slope"),
    [
        (conditional, (2.0,), 4.0),
        (conditional, (0.5,), 3.0),
        (last_of_and, (0.7,), 2.0 * 0.7 + 5.0),
        (short, (0.7, True), 1.0),
        (short, (0.7, False), 2.0),
        (chosen_operand, (0.7,), 2.0 * 0.7 + 2.0),
    ],
)
def test_values_of_paths(check, function, args, slope):
    assert check(function, *args) == pytest.approx([slope])


def known(x):
    return x * x if 2 > 1 and "a" else x / 0


def test_of_a_condition_that_is_known_only_one_path_is_left(lowered):
    assert lowered(known, 0.7).outline == "mul"
