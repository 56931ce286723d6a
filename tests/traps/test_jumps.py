"""break, continue and early return, also at second order."""

import math

import pytest


def break_before_work(x):
    total = 0.0
    for k in range(10):
        if total > 1.0:
            break
        total += x * x / (k + 1)
    return total * x


def continue_in_the_middle(xs):
    total = 1.0
    for x in xs:
        y = x * total
        if x < 0.0:
            total = total - x
            continue
        total = total + y * math.sin(x)
    return total


def break_and_continue(x):
    total = 0.0
    k = 0
    while True:
        k += 1
        if k % 3 == 0:
            continue
        if k > 8:
            break
        total += x**k / k
        x = x * 1.01
    return total * x


def return_before_a_loop(x):
    if x < 0.0:
        return x * x * x
    total = x
    for _ in range(3):
        total = total * x + 1.0
    return total


def return_inside_a_loop(x):
    total = 1.0
    for k in range(6):
        total = total * (x + k)
        if total > 20.0:
            return total * x
    return total - x


def return_inside_two_loops(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            total += x ** (i + 1) * (j + 1)
            if total > 15.0:
                return total * total
            if j > i:
                break
        else:
            total = total * 1.5
    return -total


def return_from_every_branch(x):
    if x > 1.0:
        if x > 2.0:
            return x * x
        return math.sin(x)
    elif x < -1.0:
        return math.cos(x)
    x = x * 2.0
    if x > 0.5:
        return x * x * x
    return x


def else_of_loops(x, bound):
    for k in range(4):  # noqa: B007
        x = x * 1.3
        if x > bound:
            y = x * x
            break
    else:
        y = x * bound
    while x < bound:
        x = x + y
        if x > 100.0:
            break
    else:
        y = y * x
    return x * y


JUMPS = [
    (break_before_work, (0.9,)),
    (break_before_work, (1.6,)),
    (continue_in_the_middle, ([0.5, -0.7, 1.2],)),
    (continue_in_the_middle, ([-0.5, -0.7],)),
    (break_and_continue, (0.9,)),
    (return_before_a_loop, (-0.9,)),
    (return_before_a_loop, (0.9,)),
    (return_inside_a_loop, (0.9,)),
    (return_inside_a_loop, (2.9,)),
    (return_inside_two_loops, (0.6,)),
    (return_inside_two_loops, (1.6,)),
    (return_inside_two_loops, (2.6,)),
    (return_from_every_branch, (2.5,)),
    (return_from_every_branch, (1.5,)),
    (return_from_every_branch, (-1.5,)),
    (return_from_every_branch, (0.4,)),
    (return_from_every_branch, (0.1,)),
    (else_of_loops, (0.5, 1.1)),
    (else_of_loops, (0.5, 5.1)),
]


@pytest.mark.parametrize(("fun", "args"), JUMPS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_jumps_to_second_order(check, fun, args):
    check(fun, *args)
