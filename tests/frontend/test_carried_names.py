"""What a loop carries from one iteration to the next: a body is lowered again only where it read what it learns."""

import ast
import inspect
import math
import textwrap
from functools import partial

import pytest

import s2sad
from s2sad.frontend import carried_names, loops, statements
from s2sad.frontend.dispatch_table import STATEMENTS
from s2sad.frontend.lower import lower
from s2sad.frontend.program import Argument, Arguments
from s2sad.ir import kinds as K
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

STEP = 1e-6


def temporaries(x, n):
    total = x
    for i in range(n):
        angle = 0.3 * i
        scaled = angle + 1.0
        size = float(i)
    return total * scaled + angle + size


def assigned_on_a_path(x, n):
    last = 0.0
    for i in range(n):
        if i % 2:
            odd = x * i
            last = odd
    return last * odd


def from_a_loop_within(x, n):
    for i in range(n):
        for j in range(3):
            product = x * j + i
        size = 2.0 * product
    return product * size


def read_in_the_next_iteration(x, n):
    total = 0.0
    for i in range(n):
        if i:
            total = total + before * before  # noqa: F821
        before = math.sin(x * i)  # noqa: F841
    return total


def of_two_kinds(x, n):
    total = 0.0
    for i in range(n):
        if i > 1:
            total = total + scale * x  # noqa: F821
        for _ in range(2):
            scale = 2
        scale = x * scale
    return total


def read_by_a_function_within(x, n):
    total = 0.0

    def again():
        return before * x

    for i in range(n):
        if i > 0:
            total = total + again()
        before = x * i
    return total


def left_by_a_loop_within(x, n):
    total = x
    for i in range(n):
        while total < 3.0 + i:
            step = 0.5 * total
            total = total + step
        if i:
            total = total + step * x
    return total


def text_and_number(x, n):
    for i in range(n):
        label = f"{i}"
        value = x * len(label)
    return value * x


def one_after_the_other(x, n):
    first, second, third = 0.0, 0.0, 0.0
    for _ in range(n):
        third = 0.5 * third + second
        second = 0.5 * second + first
        first = 0.5 * first + x
    return first * third


class Account:
    def __init__(self, balance):
        self.balance = balance


def chosen_in_turn(x, n):
    accounts = [Account(x), Account(2.0 * x)]
    for i in range(n):
        account = accounts[i % 2]
        account.balance = account.balance * x
    return accounts[0].balance * accounts[1].balance


def whole_numbers_first(x, n):
    total, product = 0, 1
    for i in range(n):
        if total < 5:
            total = total + i * x
        product = product * x + total
    return total * product


def raised(x, n):
    total = 0
    for _ in range(n):
        total = (total + 1) ** 1.5 * x
    return total


def read_by_a_call(x, n):
    angle, total = 0.0, 0.0
    for _ in range(n):
        total = total + math.cos(angle) * x
        angle = angle + x
    return total


def stopped(x, n):
    weight, total = 1.0, 0.0
    for _ in range(n):
        total = total + s2sad.stop_gradient(weight) * x
        weight = weight + x
    return total


def inner(x):
    total = 0.0
    for i in range(2):
        total += x * i
    return total


def middle(x):
    total = 0.0
    for _ in range(2):
        total += 0.5 * inner(x)
    return total


def outer(x, n):
    total = 0.0
    for _ in range(n):
        total += middle(x) * x
    return total


def first_sine(x):
    total = 0.0
    for _ in range(2):
        total = math.sin(total) + x
    return total


def second_sine(x):
    total = 0.0
    for _ in range(2):
        total = math.sin(total) + first_sine(x)
    return total


def third_sine(x):
    total = 0.0
    for _ in range(2):
        total = math.sin(total) + second_sine(x)
    return total


def nested_sines(x):
    total = 0.0
    for _ in range(2):
        total = math.sin(total) + third_sine(x)
    return total


CASES = [
    whole_numbers_first,
    raised,
    read_by_a_call,
    outer,
    one_after_the_other,
    chosen_in_turn,
    temporaries,
    assigned_on_a_path,
    from_a_loop_within,
    read_in_the_next_iteration,
    of_two_kinds,
    read_by_a_function_within,
    left_by_a_loop_within,
    text_and_number,
]


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_derivatives_are_those_of_differences(function):
    expected = (function(1.3 + STEP, 4) - function(1.3 - STEP, 4)) / (2 * STEP)
    assert s2sad.grad(function)(1.3, 4) == pytest.approx(expected, rel=1e-7)
    assert s2sad.jvp(partial(function, n=4), (1.3,), (1.0,))[1] == pytest.approx(expected, rel=1e-7)


def lowered_lines(function, monkeypatch):
    """How often each line of a function is lowered for its gradient."""
    lines = {}
    original = statements.stmt_Assign

    def counting(lowering, node):
        lines[ast.unparse(node)] = lines.get(ast.unparse(node), 0) + 1
        original(lowering, node)

    monkeypatch.setitem(STATEMENTS, ast.Assign, counting)
    lower(function, Arguments((Argument(K.FLOAT, True), Argument(K.INT))), View(STANDARD))
    own = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function))))
    return {ast.unparse(node): lines[ast.unparse(node)] for node in own if isinstance(node, ast.Assign)}


@pytest.mark.parametrize("function", [temporaries, from_a_loop_within])
def test_a_body_that_reads_only_what_it_assigned_is_lowered_once(function, monkeypatch):
    assert set(lowered_lines(function, monkeypatch).values()) == {1}


@pytest.mark.parametrize("function", [one_after_the_other, whole_numbers_first])
def test_a_body_whose_names_only_arithmetic_reads_is_lowered_once(function, monkeypatch):
    assert set(lowered_lines(function, monkeypatch).values()) == {1}


@pytest.mark.parametrize("function", [read_by_a_call, stopped, raised])
def test_a_body_that_asks_whether_something_varies_is_lowered_again_when_it_does(function, monkeypatch):
    monkeypatch.setattr(loops, "guessed", lambda lowering, node: [])
    assert 2 in lowered_lines(function, monkeypatch).values()


def test_what_is_known_not_to_be_differentiated_stays_so():
    weights = [1.0 + 1.3 * i for i in range(4)]
    assert s2sad.grad(stopped)(1.3, 4) == pytest.approx(sum(weights))


def test_loops_in_functions_that_loops_call_are_lowered_as_often_as_they_are_deep(monkeypatch):
    counts = []
    original = carried_names.attempt
    monkeypatch.setattr(
        carried_names, "attempt", lambda lowering, *rest: counts.append(1) or original(lowering, *rest)
    )
    monkeypatch.setattr(loops, "guessed", lambda lowering, node: [])
    lower(nested_sines, Arguments((Argument(K.FLOAT, True),)), View(STANDARD))
    assert len(counts) == 2 + 3 + 4 + 5


def test_a_body_that_reads_what_the_iteration_before_left_is_lowered_again(monkeypatch):
    assert lowered_lines(read_in_the_next_iteration, monkeypatch)["before = math.sin(x * i)"] > 1
