"""Functions of the module that are kept from one attempt of lowering to the next: the derivative is right all the same."""

import math

import pytest

import s2sad
from s2sad.frontend import lower


def steps(x, n):
    total = 0.0
    for i in range(n):
        total += math.sin(total + x) / (i + 1.0)
    if total > 100.0:
        return steps(total, n - 1)
    return total


class Tank:
    def __init__(self, level):
        self.level = level
        self.spilled = 0.0


def deep(x, n):
    if n < 1:
        return x
    return math.sin(x) * deep(0.5 * x, n - 1)


def filled(x, n):
    row = [x] * 3
    if n < 1:
        return row
    row[1] = x * x
    return [a * b for a, b in zip(row, filled(0.9 * x, n - 1))]


def of_two_lists(x):
    first, second = [0.0, x], {"a": x}
    a = deep(x, 3)
    first[0] += a * x
    second["a"] *= a
    return first[0] * first[1] + second["a"] * deep(x, 3)


def written_what_it_gave(x):
    got = list(filled(x, 2))
    got[0] = got[1] * x
    other = filled(x * x, 2)
    return got[0] + got[2] * other[1]


def with_objects(x):
    tanks = [Tank(x), Tank(0.3)]
    a = deep(x, 4)
    for i in range(3):
        tanks[i % 2].level += a * math.cos(i + x)
        tanks[(i + 1) % 2].spilled += tanks[i % 2].level
    return tanks[0].level * tanks[1].spilled + deep(a, 2)


def with_iteration(x):
    found = {}
    y = steps(x, 4)
    for k in range(3):
        found[k] = y * found.get(k - 1, x)
    return sum(found.values()) + steps(0.1 * y, 3)


PROGRAMS = [of_two_lists, written_what_it_gave, with_objects, with_iteration]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives_of_programs_that_are_lowered_several_times(function):
    x, h = 0.7, 1e-6
    difference = (function(x + h) - function(x - h)) / (2 * h)
    assert s2sad.value_and_grad(function)(x) == pytest.approx((function(x), difference), rel=1e-7)
    assert s2sad.jvp(function, (x,), (1.0,))[1] == pytest.approx(difference, rel=1e-7)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_the_text_is_as_if_nothing_were_kept(function, monkeypatch):
    text = s2sad.emit(function)
    monkeypatch.setattr(lower, "InstanceCache", lambda lower_instance: lower_instance)
    assert s2sad.emit(function) == text


def test_a_function_that_has_no_part_in_what_is_written_is_lowered_once(monkeypatch):
    lowered = []

    def counted(program, made, *args):
        lowered.append(made.name)
        return lower_instance(program, made, *args)

    lower_instance = lower.lower_instance
    monkeypatch.setattr(lower, "lower_instance", counted)

    def apart(x):
        held = [0.0, x]
        y = s2sad.checkpoint(math.sin)(x)
        held[0] += y * x
        return held[0]

    assert s2sad.grad(apart)(0.7) == pytest.approx(math.sin(0.7) + 0.7 * math.cos(0.7), rel=1e-12)
    assert len(lowered) == len(set(lowered))
