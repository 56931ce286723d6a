"""Which names of loops vary is guessed by their text; a wrong guess leaves no trace."""

import ast
import math
import re

import numpy as np
import pytest

import s2sad
from s2sad.frontend import carried_names, loops
from s2sad.frontend.loop_guesses import Misguessed, assignments
from s2sad.frontend.lower import lower
from s2sad.frontend.program import Argument, Arguments
from s2sad.ir import kinds as K
from s2sad.ir.printer import print_module
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

STEP = 1e-6


def held_back(x):
    weight, total = 1.0, 0.0
    for _ in range(3):
        weight = 0.5 * s2sad.stop_gradient(x) * weight
        total = total + weight * x
    return total


def of_integers(x):
    share, total = 1.0, 0.0
    for i in range(2):
        share = share * float(np.rint(x)) / 3
        total = total + x * share * i
    return total


def of_a_function(x):
    def same(value):
        return 0.5 if value > 0.0 else 0.25

    factor, total = 1.0, 0.0
    for _ in range(3):
        factor = same(total + x) * factor
        total = total + factor * x
    return total


def of_two(a, b):
    return 0.5 * b, a * b


def of_a_pair(x):
    first, second, total = 1.0, x, 0.0
    for _ in range(3):
        first, second = of_two(second, first)
        total = total + first * second
    return total


def heated(x):
    inside, masses = 19.0, np.full(3, 18.5)
    for hour in range(4):
        net = x * (20.0 - inside) + math.cos(inside)
        masses = 0.9 * masses.copy() + 0.1 * np.array([inside, net, hour])
        inside = inside + 0.1 * net
    return inside + np.sum(masses)


def kept(x):
    level, levels = 1.0, []
    for _ in range(4):
        level = math.sin(level) + x
        levels.append(level)
    return sum(levels)


def kept_and_read(x):
    levels = [0.5]
    for i in range(4):
        levels.append(math.sin(levels[-1]) * x + i)
    return levels[-1]


def kept_and_counted(x):
    levels, total = [], 0.0
    for _ in range(4):
        levels.append(x * len(levels))
        total = total + len(levels) * x
    return sum(levels) + total


def kept_by_two_names(x):
    levels = []
    others = levels
    for _ in range(3):
        levels.append(x * len(others))
    return sum(others)


WRONG = [held_back, of_integers, of_a_function]
RIGHT = [of_a_pair, heated, kept, kept_and_read, kept_and_counted, kept_by_two_names]


def lowered(function):
    """The list of a function, without comments and the numbers of temporaries."""
    arguments = Arguments((Argument(K.FLOAT, True),))
    return re.sub(r"_\d+| +#.*", "", print_module(lower(function, arguments, View(STANDARD)).module))


def attempts(function, monkeypatch):
    """How often bodies of loops are lowered."""
    calls = []
    original = carried_names.attempt
    monkeypatch.setattr(carried_names, "attempt", lambda *args: calls.append(args) or original(*args))
    lowered(function)
    return len(calls)


@pytest.mark.parametrize("function", RIGHT, ids=lambda function: function.__name__)
def test_derivatives_are_those_of_differences(function):
    expected = (function(1.3 + STEP) - function(1.3 - STEP)) / (2 * STEP)
    assert s2sad.grad(function)(1.3) == pytest.approx(expected, rel=1e-7)
    assert s2sad.jvp(function, (1.3,), (1.0,))[1] == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize("function", [*WRONG, *RIGHT], ids=lambda function: function.__name__)
def test_the_list_doesnt_depend_on_guesses(function, monkeypatch):
    guessing = lowered(function)
    monkeypatch.setattr(loops, "guessed", lambda lowering, node: [])
    assert lowered(function) == guessing


@pytest.mark.parametrize("function", WRONG, ids=lambda function: function.__name__)
def test_a_wrong_guess_is_found(function, monkeypatch):
    raised = []
    original = carried_names.check

    def checked(*args):
        try:
            original(*args)
        except Misguessed:
            raised.append(args)
            raise

    monkeypatch.setattr(carried_names, "check", checked)
    lowered(function)
    assert len(raised) == 1


@pytest.mark.parametrize("function", [heated, kept], ids=lambda function: function.__name__)
def test_a_body_is_lowered_once_where_the_guess_was_right(function, monkeypatch):
    assert attempts(function, monkeypatch) == 1


@pytest.mark.parametrize("function", [kept_and_read, kept_by_two_names])
def test_a_body_that_reads_what_it_appends_to_is_lowered_again(function, monkeypatch):
    assert attempts(function, monkeypatch) == 2


def test_of_what_only_a_number_of_items_is_asked_nothing_is_made():
    loop = ast.parse(
        "for i in range(n):\n    a = b.shape[0] * c + len(d)\n    e = f if g > 0 else h(k)"
    ).body[0]
    assert assignments(loop) == (
        (("i",), frozenset()),
        (("a",), frozenset("c")),
        (("e",), frozenset("fhk")),
    )
