"""`if`, conditional expressions, `and` and `or`: the value of the path that is taken, and only that path runs."""

import collections

import pytest

import s2sad


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


def waiting(x):
    queue, total = collections.deque(), 0.0
    for i in range(5):
        queue.append(x * i)
        if queue and x > 0.3:
            total += queue.popleft() ** 2
        while not (len(queue) < 3 or total > 9.0) and queue:
            total += x * queue.pop()
        assert queue or total < 99.0
    return total


class Node:
    def __init__(self, value, following):
        self.value, self.following = value, following


def linked(x):
    node, total = None, 0.0
    for i in range(4):
        node = Node(x * i, node)
    while node and node.value > 0.5:
        total += node.value**2 if node.following or total > 1.0 else x
        node = node.following
    return total


@pytest.mark.parametrize("function", [waiting, linked])
def test_of_operands_in_conditions_only_the_truth_counts(function):
    s2sad.check_grads(function, (0.7,))


def found(x):
    return Node(x * x, None) if x > 0.5 else None


def asked_by_and(x):
    node = found(x)
    value = node and node.value
    return 2.0 * value if value is not None else x


def other_by_or(x):
    node = found(x) or Node(3.0 * x, None)
    return node.value * x + ((found(2.0 * x) and found(2.0 * x).value) or x)


@pytest.mark.parametrize("function", [asked_by_and, other_by_or])
@pytest.mark.parametrize("x", [0.7, 0.4, 0.1])
def test_and_and_or_of_what_may_be_none(function, x):
    s2sad.check_grads(function, (x,))
