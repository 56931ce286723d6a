import contextlib
import math
import re

import numpy as np
import pytest

import s2sad
from s2sad.ad.reverse_branches import define_saved
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import with_body

BRANCH = """function f(x, y, c)
    if c -> a, b
        t = math.sin x
        u = mul t y
        yield u t
    else
        v = mul y y
        yield v x
    z = mul a b
    return z
"""
ONE_SIDE = """function f(x, c)
    if c -> y
        t = math.exp x
        u = mul t t
        yield u
    else
        yield x
    return y
"""
NESTED = """function f(x, y, c, k)
    if c -> a
        if k -> b
            t = math.exp x
            yield t
        else
            yield y
        u = mul b y
        yield u
    else
        yield x
    return a
"""
ATTEMPT = """function f(x)
    try -> y
        r = math.sqrt x
        s = mul r x
        yield s
    except ValueError as error
        t = mul x x
        yield t
    except ZeroDivisionError
        yield x
    z = mul y x
    return z
"""
MANAGED = """function f(x)
    m = manager x
    with m as w -> y
        r = math.exp x
        s = mul r x
        yield s
    z = mul y x
    return z
"""


@pytest.mark.parametrize("c", [0, 1])
def test_a_branch(ad, c):
    assert ad.close(ad.derive(BRANCH)(0.7, 1.3, c), ad.differences(BRANCH, [0.7, 1.3, c]))


@pytest.mark.parametrize("c, k", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_a_branch_in_a_branch(ad, c, k):
    assert ad.close(ad.derive(NESTED)(0.7, 1.3, c, k), ad.differences(NESTED, [0.7, 1.3, c, k]))


def test_a_branch_hands_out_what_its_reverse_reads(ad):
    text = ad.derive(ONE_SIDE, clean=True).text
    assert re.sub(r"_\d+| *# @loc", "", text) == """function f_grad(x, c)
    if c -> exp_x__t
        exp_x__t = math.exp x
        yield exp_x__t
    else
        yield undefined
    if c -> x_bar
        t = mul 2.0 exp_x__t
        x_bar = mul exp_x__t t
        yield x_bar
    else
        yield 1.0
    return x_bar,
"""


def test_the_reverse_branch_is_chosen_by_the_same_condition(ad):
    text = ad.derive(BRANCH).text
    assert text.count("if c -> ") == 2 and "not_" not in text


def test_a_branch_that_nothing_active_passes_has_no_reverse(ad):
    text = "function f(x, c)\n    if c -> k\n        yield 1\n    else\n        yield 2\n    z = mul x k\n    return z\n"
    assert ad.derive(text).text.count("if c") == 1
    assert ad.derive(text)(0.7, 0) == (2.0,)


@pytest.mark.parametrize("x", [0.7, -0.7])
def test_exceptions(ad, x):
    assert ad.close(ad.derive(ATTEMPT)(x), ad.differences(ATTEMPT, [x]))


def test_the_forward_sweep_remembers_which_handler_it_was(ad):
    text = ad.derive(ATTEMPT).text
    assert "eq path 0" in text and "eq path 1" in text and text.count("try") == 1


def test_a_context_manager_is_entered_once(ad):
    entered = []

    def manager(x):
        entered.append(x)
        return contextlib.nullcontext()

    gradient = ad.derive(MANAGED, scope={"manager": manager})
    x = 0.7
    assert ad.close(gradient(x), (math.exp(x) * (x * x + 2.0 * x),))
    assert len(entered) == 1 and gradient.text.count("with m") == 1


def test_what_is_saved_is_bound_on_every_path():
    function = parse_function("""function f(x, c)
    if c -> t_1
        t = math.sin x
        if c -> u_1
            yield t
        else
            yield undefined
        yield u_1
    else
        yield undefined
    return t_1
""")
    before = print_function(function)
    done = with_body(function, define_saved(function.body, {Var("t_1")}).entries)
    assert "undefined" not in print_function(done) and before.replace("undefined", "None") == print_function(
        done
    )
    kept = with_body(function, define_saved(function.body, set()).entries)
    assert print_function(kept) == before


def raises_another(x, y):
    try:
        z = math.sqrt(x)
    except ValueError as error:
        raise ZeroDivisionError("no root") from error
    return z * y


def one_of_three_raises(x, y):
    total = 0.0
    for v in (x, -y, y):
        try:
            z = math.sqrt(v)
        except ValueError:
            z = v * v
        except OverflowError as error:
            raise ZeroDivisionError from error
        total += z * x
    return total


@pytest.mark.parametrize("f", [raises_another, one_of_three_raises])
def test_after_a_handler_that_raises_is_no_reverse_sweep(check, f):
    check(f, 0.7, 1.2)


def test_what_follows_a_raise_is_not_written():
    slope = s2sad.grad(raises_another)
    slope(0.7, 1.2)
    after = slope.source.partition("raise ZeroDivisionError")[2].splitlines()
    assert "path" not in slope.source and not after[1].startswith("        ")
    with pytest.raises(ZeroDivisionError):
        slope(-0.7, 1.2)


def as_table(when):
    if isinstance(when, np.ndarray):
        return when
    try:
        return {"end": 0, 0: 0}[when]
    except (KeyError, TypeError):
        return [{"end": 0, 0: 0}[each] for each in when]


def paid(rate, when, amount):
    return amount * (2 * rate + rate * as_table(when))


def paid_twice(rate, amount):
    rate, when, amount = np.broadcast_arrays(rate, 0, amount)
    return np.sum(paid(rate, when, amount) * paid(rate, when, amount))


def test_adjoints_of_what_may_be_whole_numbers_are_floats():
    """What one branch alone reads, of an array of which only the running program knows the dtype."""
    h = 1e-6
    slope = (paid_twice(0.05 + h, 100.0) - paid_twice(0.05 - h, 100.0)) / (2 * h)
    assert s2sad.grad(paid_twice)(0.05, 100.0) == pytest.approx(slope, rel=1e-8)
